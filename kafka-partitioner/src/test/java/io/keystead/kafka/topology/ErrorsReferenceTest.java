package io.keystead.kafka.topology;

import io.keystead.kafka.consumer.AssignorConfig;
import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what the code says; with -Dkeystead.docs.write=true this test writes it. */
class ErrorsReferenceTest {
    private static final Set<Integer> TWELVE = IntStream.range(0, 12).boxed().collect(Collectors.toUnmodifiableSet());
    private static final String RECORD_KEY = "{\"type\":\"record\",\"name\":\"K\",\"fields\":[]}";

    private static final List<List<String>> AT_THE_START = List.of(
            List.of("keystead.partition=0-11"),
            List.of("keystead.partitions=0..11"),
            List.of("keystead.partitions=0-11,3"),
            List.of("keystead.weights=8-11"),
            List.of("keystead.weights=3:0"),
            List.of("keystead.topic.orders.base=12"),
            List.of("keystead.topic.orders.base=crc32/12"),
            List.of("keystead.topic.orders.base=murmur2/12", "keystead.topic.orders.weights=3:2"),
            List.of("keystead.base=murmur2/12", "keystead.slot.bits=16"),
            List.of("keystead.slot.bits=21"),
            List.of("keystead.cache.entries=-1"),
            List.of("keystead.hash=md5"),
            List.of("keystead.seed=0xg"),
            List.of("keystead.hash=siphash-2-4"),
            List.of("keystead.hash=siphash-2-4", "keystead.secret.file=/no/such/file"),
            List.of("keystead.hash=siphash-2-4", "keystead.seed=7"),
            List.of("keystead.secret.file=/etc/kafka/keystead.secret"),
            List.of("keystead.key.encoding=avro"),
            List.of("keystead.key.encoding=avro-canonical"),
            List.of("keystead.key.schema=" + RECORD_KEY),
            List.of(
                    "keystead.base=murmur2/12",
                    "keystead.key.encoding=avro-canonical",
                    "keystead.key.schema=" + RECORD_KEY),
            List.of("keystead.hot.keys.file=/no/such/file"),
            List.of("keystead.hot.keys.sample=2000000"),
            List.of("keystead.hot.keys.show=yes"));

    private static final List<List<String>> OF_A_TOPIC = List.of(
            List.of("keystead.topic.orders.base=murmur2/16"),
            List.of("keystead.topic.orders.partitions=0-12"),
            List.of("keystead.topic.orders.weights=12:2"));

    private static final List<List<String>> OF_CONSUMERS = List.of(
            List.of("keystead.member.name=orders-7"),
            List.of("keystead.member.weight=0"),
            List.of("keystead.assignor.slack=-0.1"),
            List.of("keystead.assignor.colocate=yes"));

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        ReferencePage page = new ReferencePage("errors.md", ErrorsReferenceTest.class);
        page.checkPart("producer", table(AT_THE_START, properties -> new TopologyConfig(properties)));
        page.checkPart(
                "record", table(OF_A_TOPIC, properties -> new TopologyConfig(properties).topology("orders", TWELVE)));
        page.checkPart("consumer", table(OF_CONSUMERS, properties -> new AssignorConfig(properties)));
    }

    /** Something that refuses properties. */
    private interface Reader {
        Object read(Map<String, String> properties);
    }

    private static String table(List<List<String>> cases, Reader reader) {
        RefusalTable table = new RefusalTable("set");
        for (List<String> lines : cases) {
            table.add(
                    lines.stream().map(line -> '`' + line + '`').collect(Collectors.joining("<br>")),
                    () -> reader.read(RefusalTable.properties(lines.toArray(String[]::new))));
        }
        return table.toString();
    }
}
