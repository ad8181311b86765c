package io.keystead.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a cluster in one JVM cannot be made to do at a chosen moment; the tests of verify have the rest on a real one. */
class PartitionReaderTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    @Test
    void a_position_that_is_not_known_while_the_leader_changes_is_asked_for_again() {
        ScanLimits limits = new ScanLimits(Long.MAX_VALUE);
        List<Long> offsets = new ArrayList<>();
        PartitionReader reader = reader(2, offsets, limits);
        Unanswering consumer = new Unanswering(3);
        consumer.schedulePollTask(() -> {
            consumer.addRecord(new ConsumerRecord<>("orders", 0, 0, new byte[1], null));
            consumer.addRecord(new ConsumerRecord<>("orders", 0, 1, new byte[1], null));
        });

        reader.read(consumer);

        assertThat(consumer.unanswered).isZero();
        assertThat(offsets).containsExactly(0L, 1L);
        assertThat(reader.passed()).isEqualTo(2);
        assertThat(limits.ending()).isEqualTo(Ending.END);
    }

    private static PartitionReader reader(long end, List<Long> offsets, ScanLimits limits) {
        ScanPlan plan = new ScanPlan("orders", new TreeMap<>(Map.of(0, new Span(0, end))));
        Cluster cluster = Cluster.of("test", "TOPIC", "localhost:9092", null);
        return new PartitionReader(cluster, plan, List.of(0), record -> offsets.add(record.offset()), limits);
    }

    /** Does not know its position the first times that it is asked. */
    private static final class Unanswering extends MockConsumer<byte[], @Nullable Void> {
        private int unanswered;

        Unanswering(int unanswered) {
            super("earliest");
            this.unanswered = unanswered;
            updateBeginningOffsets(Map.of(PARTITION, 0L));
        }

        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
            if (unanswered > 0) {
                unanswered--;
                throw new TimeoutException("the position could not be determined in time");
            }
            return super.position(partition, timeout);
        }
    }
}
