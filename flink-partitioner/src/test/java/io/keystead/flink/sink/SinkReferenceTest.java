package io.keystead.flink.sink;

import io.keystead.pages.PropertyTable;
import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;

/**
 * docs/configuration.md has the sink's property and docs/errors.md what the sink says; with -Dkeystead.docs.write=true
 * these tests write them.
 */
class SinkReferenceTest {
    private static final Map<String, String> BROKERS = Map.of("bootstrap.servers", "127.0.0.1:9092");
    private static final Node[] NONE = {};

    @Test
    void thePageHasTheDeclaration() throws IOException {
        new ReferencePage("configuration.md", SinkReferenceTest.class)
                .checkPart("sink", PropertyTable.of(SinkConfig.DEFINITION));
    }

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        RefusalTable table = new RefusalTable("set")
                .add("no `bootstrap.servers`", () -> new HrwKafkaSinkPartitioner<>(new Properties()))
                .add("by its class alone, without `keystead-sink.properties`", HrwKafkaSinkPartitioner::new);
        for (String property : List.of(
                "keystead.sink.on.grow=fail",
                "keystead.sink.on.growth=stop",
                "keystead.topic.orders.key.wire=header",
                "keystead.base=12")) {
            table.add("`" + property + "`", () -> new HrwKafkaSinkPartitioner<>(properties(property)));
        }
        table.add(
                "`keystead.sink.on.growth=fail`, and the topic grows from 4 to 5 partitions", SinkReferenceTest::grow);
        table.add(
                "a topic that does not exist",
                () -> new WatchedTopics(new SinkConfig(properties("max.block.ms=0")), topics -> List.of(), () -> 0)
                        .with("orders"));
        new ReferencePage("errors.md", SinkReferenceTest.class).checkPart("sink", table.toString());
    }

    private static void grow() {
        AtomicLong nanos = new AtomicLong();
        Map<String, Integer> partitions = new HashMap<>(Map.of("orders", 4));
        WatchedTopics topics = new WatchedTopics(
                new SinkConfig(properties("keystead.sink.on.growth=fail", "metadata.max.age.ms=0")),
                asked -> IntStream.range(0, partitions.getOrDefault("orders", 0))
                        .mapToObj(number -> new PartitionInfo("orders", number, new Node(1, "a", 1), NONE, NONE))
                        .collect(Collectors.toList()),
                nanos::incrementAndGet);
        topics.with("orders");
        partitions.put("orders", 5);
        topics.with("orders");
    }

    private static Properties properties(String... lines) {
        Properties properties = new Properties();
        properties.putAll(BROKERS);
        properties.putAll(RefusalTable.properties(lines));
        return properties;
    }
}
