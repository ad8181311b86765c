package io.keystead.cli.flink;

import io.keystead.cli.Json;
import io.keystead.flink.savepoint.Conversion;
import io.keystead.flink.savepoint.KeyedOperator;
import io.keystead.flink.savepoint.Savepoint;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a conversion did.
 *
 * @param original the savepoint that was converted
 * @param to {@code hrw} or {@code native}
 * @param out where the new one is
 * @param copied whether the files were
 */
record ConversionReport(Savepoint original, Conversion conversion, String to, String out, boolean copied) {
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "savepoint  %s, metadata version %d%n", out, original.version()));
        text.append(String.format(
                Locale.ROOT,
                "files      %s%n",
                Texts.count(conversion.files(), "file") + ", " + Texts.count(conversion.bytes(), "byte")
                        + (copied ? ", copied" : ", not copied")));
        text.append(String.format(
                Locale.ROOT,
                "converted  %s to %s%n",
                Texts.count(conversion.operators().size(), "operator"),
                to));
        for (KeyedOperator operator : conversion.operators()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %s: parallelism %d, %s, %s%n",
                    Texts.name(operator),
                    operator.parallelism(),
                    Texts.count(operator.slots(), "slot"),
                    Texts.count(operator.bytes(), "byte")));
        }
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    /** Without it Flink refuses the state, in words of its own. */
    String advice() {
        String slots = conversion.operators().stream()
                .map(KeyedOperator::slots)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        return to.equals("hrw")
                ? "set withSlots(" + slots + ") after HrwStreams.keyBy: the slots stay the savepoint's max parallelism"
                : "set setMaxParallelism(" + slots
                        + ") on each converted operator, not on the environment: the others keep" + " theirs";
    }

    String json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("savepoint", out);
        fields.put("original", original.directory());
        fields.put("to", to);
        fields.put("metadataVersion", original.version());
        fields.put("copied", copied);
        fields.put("files", conversion.files());
        fields.put("bytes", conversion.bytes());
        fields.put(
                "operators",
                conversion.operators().stream().map(InspectionJson::identity).toList());
        return Json.text(fields);
    }
}
