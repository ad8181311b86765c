package io.keystead.cli.flink;

import io.keystead.cli.Json;
import io.keystead.flink.savepoint.KeyedOperator;
import io.keystead.flink.savepoint.Rescale;
import io.keystead.flink.savepoint.Savepoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A savepoint's keyed state, for programs. */
final class InspectionJson {
    private InspectionJson() {}

    static String of(Savepoint savepoint, List<KeyedOperator> operators, List<Integer> parallelisms, boolean allSlots) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("savepoint", savepoint.directory());
        fields.put("checkpoint", savepoint.checkpointId());
        fields.put("metadataVersion", savepoint.version());
        fields.put(
                "operators",
                operators.stream()
                        .map(operator -> operator(operator, parallelisms, allSlots))
                        .toList());
        return Json.text(fields);
    }

    /** What tells an operator from others, and the numbers that both commands give. */
    static Map<String, @Nullable Object> identity(KeyedOperator operator) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("uid", operator.uid().orElse(null));
        fields.put("name", operator.name().orElse(null));
        fields.put("id", operator.id());
        fields.put("kind", lower(operator.kind()));
        fields.put("rule", operator.rule().toString());
        fields.put("parallelism", operator.parallelism());
        fields.put("slots", operator.slots());
        fields.put("files", operator.files());
        fields.put("format", operator.format().map(InspectionJson::lower).orElse(null));
        fields.put("bytes", operator.bytes());
        return fields;
    }

    private static Map<String, @Nullable Object> operator(
            KeyedOperator operator, List<Integer> parallelisms, boolean allSlots) {
        Map<String, @Nullable Object> fields = identity(operator);
        fields.put("obstacle", operator.obstacle().orElse(null));
        if (operator.obstacle().isPresent()) {
            return fields;
        }
        fields.put("bytesOfSlots", spread(operator.bytesBySlot()));
        fields.put("bytesBySubtask", operator.bytesBySubtask());
        if (allSlots) {
            fields.put("bytesBySlot", operator.bytesBySlot());
            fields.put("subtaskBySlot", operator.writers());
        }
        fields.put(
                "rescales",
                parallelisms.stream()
                        .map(to -> Map.of(
                                "to", to,
                                "hrw", rescale(Rescale.hrw(operator, to)),
                                "native", rescale(Rescale.keyBy(operator, to))))
                        .toList());
        return fields;
    }

    private static Map<String, Object> spread(long[] bytes) {
        Spread spread = Spread.of(bytes);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("min", spread.min());
        fields.put("median", spread.median());
        fields.put("max", spread.max());
        fields.put("mean", spread.mean());
        return fields;
    }

    private static Map<String, Object> rescale(Rescale rescale) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("slotsMoved", rescale.slotsMoved());
        fields.put("bytesMoved", rescale.bytesMoved());
        fields.put("slotsMovedBetweenStaying", rescale.slotsMovedBetweenStaying());
        fields.put("filesOpenedBySubtask", rescale.filesOpened());
        fields.put("bytesBySubtask", rescale.bytesBySubtask());
        return fields;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
