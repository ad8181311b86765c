package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads some partitions of a topic from start to end, in one thread, and hands every record to a sink.
 *
 * <p>A partition is done when the position is at its end, not when a certain record was seen: offsets have gaps where
 * transactions ended and where records were compacted away.
 */
final class PartitionReader implements Callable<@Nullable Void> {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final ScanPlan plan;
    private final RecordSink sink;
    private final ScanLimits limits;
    private final Map<TopicPartition, Span> open = new HashMap<>();
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    // Written by the reading thread alone, and there for others to look at.
    private volatile long passed;
    private volatile long noted;
    private volatile long cpuNanos;

    /** @param partitions those of the plan that this one reads */
    PartitionReader(Cluster cluster, ScanPlan plan, List<Integer> partitions, RecordSink sink, ScanLimits limits) {
        this.cluster = cluster;
        this.plan = plan;
        this.sink = sink;
        this.limits = limits;
        for (int partition : partitions) {
            Span span = plan.span(partition);
            open.put(new TopicPartition(plan.topic(), partition), span);
            positions.put(new TopicPartition(plan.topic(), partition), span.start());
        }
    }

    /** How many offsets are behind it. */
    long passed() {
        return passed;
    }

    /** What its sink has noted. */
    long noted() {
        return noted;
    }

    /** What the thread has cost in all, 0 before it has ended. */
    long cpuNanos() {
        return cpuNanos;
    }

    /**
     * Reads until all is read or the scan is over.
     *
     * @throws BadInput if Kafka refuses, or gives nothing of a partition that has more; or if the sink refuses a record
     */
    @Override
    public @Nullable Void call() {
        KafkaConsumer<byte[], @Nullable Void> consumer = cluster.consumer();
        try {
            read(consumer);
        } catch (KafkaException e) {
            throw cluster.refusal(e);
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE));
            cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
        return null;
    }

    /** As {@link #call()}, by a consumer that the caller closes. */
    void read(Consumer<byte[], @Nullable Void> consumer) {
        consumer.assign(open.keySet());
        positions.forEach(consumer::seek);
        long lastMove = System.nanoTime();
        while (!open.isEmpty() && !limits.isOver()) {
            ConsumerRecords<byte[], @Nullable Void> polled = consumer.poll(POLL);
            for (TopicPartition partition : polled.partitions()) {
                count(partition, polled.records(partition));
            }
            if (move(consumer)) {
                lastMove = System.nanoTime();
            } else if (System.nanoTime() - lastMove > PATIENCE.toNanos()) {
                throw stalled();
            }
            if (plan.isLive()) {
                look(consumer);
            }
        }
    }

    /** Whether the topic is still what the plan was made of, as far as the client has been told. */
    private void look(Consumer<byte[], @Nullable Void> consumer) {
        int partitions = consumer.partitionsFor(plan.topic()).size();
        if (partitions == 0) {
            throw cluster.topicRefusal("\"" + plan.topic() + "\" does not exist any more");
        }
        if (partitions > plan.partitions()) {
            limits.end(Ending.GROWN);
        }
    }

    private void count(TopicPartition partition, List<ConsumerRecord<byte[], @Nullable Void>> polled) {
        Span span = open.get(partition);
        // What was fetched ahead of a partition's end is no part of the scan.
        if (span == null) {
            return;
        }
        int wanted = polled.size();
        while (wanted > 0 && polled.get(wanted - 1).offset() >= span.end()) {
            wanted--;
        }
        int taken = limits.take(wanted);
        for (ConsumerRecord<byte[], @Nullable Void> record : polled.subList(0, taken)) {
            sink.add(record);
        }
    }

    /**
     * Notes how far each partition is, closes those that are done, and tells whether any moved; where the scan is live and
     * there may be nothing to move to, whether all are known.
     */
    private boolean move(Consumer<byte[], @Nullable Void> consumer) {
        long before = passed;
        long after = before;
        boolean known = true;
        List<TopicPartition> done = new ArrayList<>();
        for (Map.Entry<TopicPartition, Span> entry : open.entrySet()) {
            TopicPartition partition = entry.getKey();
            OptionalLong reached = position(consumer, partition);
            if (reached.isEmpty()) {
                known = false;
                continue;
            }
            long position = Math.min(reached.getAsLong(), entry.getValue().end());
            after += position - positions.getOrDefault(partition, position);
            positions.put(partition, position);
            if (position >= entry.getValue().end()) {
                done.add(partition);
            }
        }
        consumer.pause(done);
        open.keySet().removeAll(done);
        passed = after;
        noted = sink.noted();
        return after > before || (known && plan.isLive());
    }

    /** Empty while the client asks a new leader whether the position still holds; polls go on asking. */
    private static OptionalLong position(Consumer<byte[], @Nullable Void> consumer, TopicPartition partition) {
        try {
            return OptionalLong.of(consumer.position(partition, Duration.ZERO));
        } catch (TimeoutException e) {
            return OptionalLong.empty();
        }
    }

    private BadInput stalled() {
        TopicPartition partition = open.keySet().iterator().next();
        return new BadInput(
                "Kafka",
                "gave nothing of partition " + partition.partition() + " after offset " + positions.get(partition)
                        + " for " + PATIENCE.toSeconds() + " s; its leader may be away");
    }
}
