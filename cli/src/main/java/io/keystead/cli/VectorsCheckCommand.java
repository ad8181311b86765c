package io.keystead.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.keystead.hrw.conformance.VectorCheck;
import io.keystead.hrw.conformance.VectorFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keystead vectors check}: whether this implementation agrees with golden vectors. */
@Command(
        name = "check",
        description =
                "Run golden vectors through this implementation; each failure is named with the first step that differs.")
final class VectorsCheckCommand implements Callable<Integer> {
    private final Keystead keystead;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files of the format of hrw-v1.json.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    VectorsCheckCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        // All are read first, so that a wrong name is not noticed after a minute of work.
        Map<Path, Map<String, @Nullable Object>> decoded = new LinkedHashMap<>();
        files.forEach(file -> decoded.put(file, read(file)));
        Map<Path, VectorCheck> checks = check(decoded);
        keystead.console().print(json ? json(checks) : text(checks));
        return failed(checks) == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private Map<Path, VectorCheck> check(Map<Path, Map<String, @Nullable Object>> decoded) {
        long vectors = decoded.values().stream()
                .flatMap(file -> file.values().stream())
                .mapToLong(section -> section instanceof List<?> list ? list.size() : 0)
                .sum();
        Map<Path, VectorCheck> checks = new LinkedHashMap<>();
        try (Progress progress = Progress.steady(keystead.console(), "vectors", vectors)) {
            decoded.forEach((file, sections) -> {
                sections.replaceAll(
                        (name, section) -> section instanceof List<?> list ? new CountedList(list, progress) : section);
                checks.put(file, VectorCheck.of(sections));
            });
        }
        return checks;
    }

    private static Map<String, @Nullable Object> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            JsonNode node = Json.MAPPER.readTree(in);
            if (!node.isObject()) {
                String problem = node.isMissingNode()
                        ? "is empty; allowed: a JSON object"
                        : "is a JSON " + node.getNodeType().name().toLowerCase(Locale.ROOT) + "; allowed: an object";
                throw new BadInput("FILE", "\"" + file + "\" " + problem);
            }
            return Json.MAPPER.convertValue(node, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new BadInput("FILE", "\"" + file + "\" is not JSON: " + where(e) + "; allowed: a JSON object", e);
        } catch (IOException e) {
            throw Unreadable.file("FILE", file, e);
        }
    }

    /** The parser's own words are about the parser, but for those of a field that stands twice. */
    private static String where(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        String place = location == null ? "" : "line " + location.getLineNr() + ", column " + location.getColumnNr();
        String words = String.valueOf(e.getOriginalMessage());
        return words.startsWith("Duplicate field ") ? place + ": " + words : place;
    }

    private static String text(Map<Path, VectorCheck> checks) {
        StringBuilder text = new StringBuilder();
        checks.forEach((file, check) -> {
            String sections = check.passedBySection().entrySet().stream()
                    .map(section -> section.getKey() + " " + section.getValue())
                    .collect(Collectors.joining(", "));
            text.append(file)
                    .append(": passed ")
                    .append(sections.isEmpty() ? "none" : sections)
                    .append('\n');
            for (VectorFailure failure : check.failures()) {
                text.append(file).append(": ").append(oneLine(failure)).append('\n');
            }
        });
        return text + "" + passed(checks) + " passed, " + failed(checks) + " failed\n";
    }

    /** Texts of a file may hold anything; a report has a line for each failure. */
    private static String oneLine(VectorFailure failure) {
        return failure.toString().replaceAll("\\p{Cntrl}", "?");
    }

    private static String json(Map<Path, VectorCheck> checks) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("passed", passed(checks));
        report.put("failed", failed(checks));
        List<Map<String, Object>> perFile = new ArrayList<>();
        checks.forEach((file, check) -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("file", file.toString());
            fields.put("passed", check.passedBySection());
            fields.put(
                    "failures",
                    check.failures().stream().map(VectorsCheckCommand::json).toList());
            perFile.add(fields);
        });
        report.put("files", perFile);
        return Json.text(report);
    }

    private static Map<String, Object> json(VectorFailure failure) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("where", failure.where());
        fields.put("step", failure.step());
        fields.put("expected", failure.expected());
        fields.put("actual", failure.actual());
        return fields;
    }

    private static int passed(Map<Path, VectorCheck> checks) {
        return checks.values().stream().mapToInt(VectorCheck::passed).sum();
    }

    private static int failed(Map<Path, VectorCheck> checks) {
        return checks.values().stream()
                .mapToInt(check -> check.failures().size())
                .sum();
    }
}
