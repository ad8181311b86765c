package io.keystead.cli.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.Ending;
import io.keystead.planner.placement.Scheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster in one JVM cannot be made to do at a chosen moment; the test of the command has the rest on a real one. */
class FollowerTest {
    private static final String TOPIC = "orders";
    private static final NavigableSet<Integer> BOTH = new TreeSet<>(List.of(0, 1));

    private final Tally tally = new Tally(new Change(BOTH, BOTH, Map.of(), Scheme.named("hrw"), null));
    private final List<String> notes = new ArrayList<>();

    @Test
    void a_partition_without_a_leader_holds_up_no_other_and_is_told_of() {
        Leaderless consumer = new Leaderless(Integer.MAX_VALUE);
        consumer.schedulePollTask(() -> consumer.addRecord(record(0)));

        Follower.Followed followed = follow(consumer, Duration.ofSeconds(1));

        assertThat(followed).isEqualTo(new Follower.Followed(Ending.TIME, null));
        assertThat(tally.counts().records()).isEqualTo(1);
        assertThat(notes)
                .containsExactly("partition 1 has not answered for 5 s; its leader may be away; it is followed once it"
                        + " answers");
    }

    @Test
    void a_partition_that_answers_late_is_followed_without_a_word() {
        Leaderless consumer = new Leaderless(3);
        consumer.schedulePollTask(() -> {
            consumer.addRecord(record(0));
            consumer.addRecord(record(1));
        });

        assertThat(follow(consumer, Duration.ofSeconds(1)).ending()).isEqualTo(Ending.TIME);

        assertThat(tally.counts().records()).isEqualTo(2);
        assertThat(notes).isEmpty();
    }

    @Test
    void where_kafka_fails_what_was_counted_stays_and_the_reason_is_given() {
        Leaderless consumer = new Leaderless(0);
        consumer.schedulePollTask(() -> consumer.addRecord(record(0)));
        consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("the disk is full")));

        Follower.Followed followed = follow(consumer, Duration.ofMinutes(1));

        assertThat(followed.ending()).isEqualTo(Ending.FAILED);
        assertThat(Objects.requireNonNull(followed.failure())).hasMessage("Kafka: the disk is full");
        assertThat(tally.counts().records()).isEqualTo(1);
    }

    @Test
    void where_nobody_answers_when_the_time_is_over_it_has_failed(@TempDir Path folder) throws Exception {
        Path properties = Files.writeString(
                folder.resolve("client.properties"), "default.api.timeout.ms=300\nfetch.max.wait.ms=200\n");

        Follower.Followed followed = follow(new Leaderless(0), Duration.ofSeconds(1), () -> 1, properties);

        assertThat(followed.ending()).isEqualTo(Ending.FAILED);
        assertThat(Objects.requireNonNull(followed.failure()))
                .hasMessageMatching("--bootstrap-server: \"localhost:9092\" gave no answer for 1\\.\\d s; allowed: .*");
        assertThat(tally.counts().outages()).isEqualTo(1);
        assertThat(notes).singleElement().asString().startsWith("Kafka has given no answer for 0.");
    }

    private Follower.Followed follow(Leaderless consumer, Duration longest) {
        return follow(consumer, longest, () -> System.nanoTime() >> 20, null);
    }

    private Follower.Followed follow(
            Leaderless consumer, Duration longest, LongSupplier answers, @Nullable Path properties) {
        Cluster cluster = Cluster.of("test", "--topic", "localhost:9092", properties);
        return new Follower(cluster, TOPIC, consumer, tally, answers, notes::add)
                .follow(true, longest, Duration.ofMinutes(1), () -> {});
    }

    private static ConsumerRecord<byte[], @Nullable Void> record(int partition) {
        return new ConsumerRecord<>(TOPIC, partition, 0, new byte[] {1}, null);
    }

    /** Does not know the position of partition 1 the first times that it is asked. */
    private static final class Leaderless extends MockConsumer<byte[], @Nullable Void> {
        private int unanswered;

        Leaderless(int unanswered) {
            super("earliest");
            this.unanswered = unanswered;
            Node node = new Node(0, "localhost", 9092);
            Node[] nodes = {node};
            updatePartitions(
                    TOPIC,
                    List.of(
                            new PartitionInfo(TOPIC, 0, node, nodes, nodes),
                            new PartitionInfo(TOPIC, 1, null, nodes, nodes)));
            updateBeginningOffsets(Map.of(new TopicPartition(TOPIC, 0), 0L, new TopicPartition(TOPIC, 1), 0L));
        }

        @Override
        public synchronized long position(TopicPartition partition) {
            return position(partition, Duration.ofSeconds(5));
        }

        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
            if (partition.partition() == 1 && unanswered > 0) {
                unanswered--;
                throw new TimeoutException("the position could not be determined in time");
            }
            return super.position(partition);
        }
    }
}
