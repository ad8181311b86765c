package io.keystead.cli;

import io.keystead.hrw.Bid;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An explanation for programs: words as hexadecimal digits, since JSON's numbers hold 53 bits. */
final class ExplanationJson {
    private ExplanationJson() {}

    static String of(Explanation explanation) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("key", HexFormat.of().formatHex(explanation.key()));
        fields.put("keyText", KeyText.printable(explanation.key()).orElse(null));
        fields.put("topology", TopologyJson.of(explanation.topology()));
        fields.put("keyHash", ExplanationText.hex(explanation.keyHash()));
        fields.put("slot", explanation.slot().isPresent() ? explanation.slot().getAsInt() : null);
        fields.put("home", home(explanation.home()));
        fields.put("owner", explanation.owner());
        fields.put("reason", explanation.reason());
        fields.put("ranking", ranking(explanation));
        return Json.text(fields);
    }

    private static @Nullable Map<String, Object> home(Explanation.@Nullable Home home) {
        if (home == null) {
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("murmur2", "%08x".formatted(home.murmur2()));
        fields.put("partition", home.partition());
        fields.put("active", home.isActive());
        fields.put("winner", home.winner());
        return fields;
    }

    private static List<Map<String, Object>> ranking(Explanation explanation) {
        List<Map<String, Object>> ranking = new ArrayList<>();
        for (Bid bid : explanation.ranking()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("candidate", bid.candidate().id());
            fields.put("score", ExplanationText.hex(bid.score()));
            if (explanation.isWeighted()) {
                fields.put("weight", bid.candidate().weight());
                fields.put("time", bid.time());
            }
            ranking.add(fields);
        }
        return ranking;
    }
}
