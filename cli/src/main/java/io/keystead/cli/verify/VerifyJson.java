package io.keystead.cli.verify;

import io.keystead.cli.Json;
import io.keystead.cli.KeyText;
import io.keystead.cli.TopologyJson;
import io.keystead.cli.topic.ScanResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A verification for programs. */
final class VerifyJson {
    private VerifyJson() {}

    static String of(Verification verification) {
        Tally tally = verification.tally();
        ScanResult scan = verification.scan();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", verification.plan().topic());
        fields.put("expect", verification.rule().json());
        fields.put(
                "topology", verification.rule().topology().map(TopologyJson::of).orElse(null));
        fields.put("ended", scan.ending().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        fields.put("records", tally.records());
        fields.put("right", tally.right());
        fields.put("wrong", tally.wrong());
        fields.put("unknown", unknown(tally));
        fields.put("writtenBy", tally.suspects().causes());
        fields.put("wrongAsByKafkasDefault", tally.suspects().asByDefault());
        fields.put("clients", clients(verification));
        fields.put(
                "schemaIds",
                tally.schemaIds().found().map(VerifyJson::schemaIds).orElse(null));
        fields.put("pairs", tally.pairs().stream().map(VerifyJson::pair).toList());
        fields.put("wrongInOtherPairs", tally.inOtherPairs());
        fields.put(
                "examples", tally.examples().stream().map(VerifyJson::example).toList());
        fields.put("partitions", partitions(verification));
        fields.put("seconds", scan.seconds());
        fields.put("cpuSeconds", scan.cpuSeconds());
        fields.put("threads", scan.threads());
        return Json.text(fields);
    }

    private static Map<String, Object> unknown(Tally tally) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("withoutKey", tally.withoutKey());
        fields.put("keyShorterThanWindow", tally.tooShort());
        fields.put("emptyKey", tally.emptyKeys());
        return fields;
    }

    private static List<Map<String, @Nullable Object>> clients(Verification verification) {
        Attribution attribution = new Attribution(verification.rule(), verification.writers());
        return verification.tally().clients().all().stream()
                .map(client -> client(client, attribution.of(client.tally())))
                .toList();
    }

    private static Map<String, @Nullable Object> client(Clients.Client client, Finding finding) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        ByteBuffer name = client.name();
        fields.put(
                "client",
                name == null
                        ? null
                        : StandardCharsets.UTF_8.decode(name.duplicate()).toString());
        fields.put("isRest", client.isRest());
        fields.put("right", client.tally().right());
        fields.put("wrong", client.tally().wrong());
        fields.put("told", finding.told().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        fields.put("sampledKeys", finding.keys());
        fields.put("neededKeys", finding.needed() == Integer.MAX_VALUE ? null : finding.needed());
        fields.put(
                "writers",
                Attribution.bySize(finding).stream().map(VerifyJson::part).toList());
        fields.put("unattributed", finding.rest());
        return fields;
    }

    private static Map<String, Object> part(Finding.Part part) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("share", part.share());
        fields.put("anyOf", part.anyOf());
        return fields;
    }

    private static Map<String, Object> schemaIds(SchemaIds.Found found) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("idBytes", found.idBytes());
        fields.put("ids", List.copyOf(found.ids()));
        fields.put("sampledKeys", found.keys());
        fields.put("underSeveralIds", found.underSeveral());
        fields.put("onSeveralPartitions", found.apart());
        fields.put("right", found.right());
        return fields;
    }

    private static Map<String, Object> pair(Map.Entry<Pair, Long> entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("expected", entry.getKey().expected());
        fields.put("found", entry.getKey().found());
        fields.put("records", entry.getValue());
        return fields;
    }

    private static Map<String, @Nullable Object> example(Example example) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("key", HexFormat.of().formatHex(example.keyBytes()));
        fields.put("keyText", KeyText.printable(example.keyBytes()).orElse(null));
        fields.put("partition", example.partition());
        fields.put("offset", example.offset());
        fields.put("expected", example.expected());
        return fields;
    }

    private static List<Map<String, Object>> partitions(Verification verification) {
        Tally tally = verification.tally();
        return verification.plan().spans().keySet().stream()
                .map(partition -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("partition", partition);
                    fields.put(
                            "firstOffset", verification.plan().span(partition).start());
                    fields.put("right", tally.right(partition));
                    fields.put("wrong", tally.wrong(partition));
                    fields.put("unknown", tally.unknown(partition));
                    return fields;
                })
                .toList();
    }
}
