package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;

/** What is known of topics as time goes by, with brokers that lag as real ones do for an instant only. */
class WatchedTopicsTest {
    private static final Node[] NONE = {};

    private final AtomicLong nanos = new AtomicLong(-1);
    private final Map<String, Integer> topics = new HashMap<>(Map.of("orders", 4));
    private int asked;

    private WatchedTopics watched(String onGrowth) {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", "nobody:1");
        properties.setProperty("keystead.sink.on.growth", onGrowth);
        properties.setProperty("metadata.max.age.ms", "1000");
        properties.setProperty("max.block.ms", "0");
        return new WatchedTopics(new SinkConfig(properties), this::partitions, nanos::get);
    }

    private List<PartitionInfo> partitions(Set<String> asking) {
        asked++;
        return new HashSet<>(asking)
                .stream()
                        .flatMap(topic -> IntStream.range(0, topics.getOrDefault(topic, 0))
                                .mapToObj(number ->
                                        new PartitionInfo(topic, number, new Node(1, "nobody", 1), NONE, NONE)))
                        .toList();
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static int count(Cluster cluster, String topic) {
        return cluster.partitionsForTopic(topic).size();
    }

    @Test
    void theViewIsTheSameUntilItIsTooOldAndNeverOlderThanAllowed() {
        WatchedTopics watched = watched("refresh");
        Cluster first = watched.with("orders");
        topics.put("orders", 5);
        pass(899);
        assertThat(watched.with("orders")).isSameAs(first);
        assertThat(asked).isEqualTo(1);

        pass(101);
        assertThat(count(watched.with("orders"), "orders")).isEqualTo(5);
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void allTopicsAreAskedForTogetherAndAnAdditionalOneByItself() {
        topics.put("payments", 2);
        WatchedTopics watched = watched("refresh");
        watched.with("orders");
        pass(500);
        assertThat(count(watched.with("payments"), "payments")).isEqualTo(2);
        assertThat(asked).isEqualTo(2);

        // The additional one has not made the first one younger.
        topics.putAll(Map.of("orders", 6, "payments", 3));
        pass(500);
        Cluster later = watched.with("payments");
        assertThat(count(later, "orders")).isEqualTo(6);
        assertThat(count(later, "payments")).isEqualTo(3);
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void aBrokerThatHasNotHeardOfPartitionsThatWereThereIsNotBelieved() {
        for (String onGrowth : List.of("refresh", "fail")) {
            topics.put("orders", 5);
            WatchedTopics watched = watched(onGrowth);
            watched.with("orders");
            topics.put("orders", 4);
            pass(1000);
            assertThat(count(watched.with("orders"), "orders")).isEqualTo(5);
        }
    }

    @Test
    void aTopicThatIsGoneIsForgottenAndFailsItsNextRecordOnly() {
        topics.put("payments", 2);
        WatchedTopics watched = watched("refresh");
        watched.with("orders");
        watched.with("payments");
        topics.remove("orders");
        pass(1000);
        assertThat(count(watched.with("payments"), "payments")).isEqualTo(2);
        assertThatThrownBy(() -> watched.with("orders"))
                .hasMessageStartingWith("topic orders does not exist, after max.block.ms=0; allowed: ");
    }
}
