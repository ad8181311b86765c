package io.keystead.cli.shadow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keystead.cli.topic.Ending;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tells programs what a shadow sees: a JSON object a line, each with a {@code type}. */
final class ShadowJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ShadowJson() {}

    static String line(Sight sight) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "interval");
        fields.put("seconds", sight.seconds());
        fields.put("intervalSeconds", sight.interval());
        Map<String, Object> rates = new LinkedHashMap<>();
        rates.put("records", sight.last().records() / sight.interval());
        rates.put("movedRecords", sight.last().movedRecords() / sight.interval());
        rates.put("bytes", sight.last().bytes() / sight.interval());
        rates.put("movedBytes", sight.last().movedBytes() / sight.interval());
        fields.put("perSecond", rates);
        putTotals(fields, sight);
        return text(fields);
    }

    static String summary(String topic, Change change, Sight sight, List<Tally.Flow> flows, Ending ending) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "summary");
        fields.put("topic", topic);
        fields.put("algorithm", change.scheme());
        fields.put("notes", change.notes());
        fields.put("ending", ending.name().toLowerCase(Locale.ROOT));
        fields.put("seconds", sight.seconds());
        putTotals(fields, sight);
        fields.put(
                "flows",
                flows.stream()
                        .map(flow -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("from", flow.from());
                            one.put("to", flow.to());
                            one.put("records", flow.records());
                            one.put("bytes", flow.bytes());
                            return one;
                        })
                        .toList());
        return text(fields);
    }

    private static void putTotals(Map<String, Object> fields, Sight sight) {
        Counts all = sight.all();
        fields.put("records", all.records());
        fields.put("movedRecords", all.movedRecords());
        fields.put("bytes", all.bytes());
        fields.put("movedBytes", all.movedBytes());
        fields.put("keys", sight.keys());
        fields.put("movedKeys", sight.movedKeys());
        fields.put("keySigma", Tally.KEY_SIGMA);
        fields.put("withoutKey", all.withoutKey());
        fields.put("strays", all.strays());
        fields.put("outages", all.outages());
    }

    private static String text(Map<String, Object> fields) {
        try {
            return MAPPER.writeValueAsString(fields) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not a value that JSON can tell", e);
        }
    }
}
