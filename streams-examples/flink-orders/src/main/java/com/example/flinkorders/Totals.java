package com.example.flinkorders;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What the job has committed to its topic. */
final class Totals implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final KafkaConsumer<String, String> consumer;
    private final List<Committed> committed = new ArrayList<>();

    /** A total, and the partition that it lies in. */
    record Committed(Total total, int partition) {}

    Totals(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /**
     * Reads until there are so many, and then to the end.
     *
     * @param job which, if it fails, ends the waiting
     */
    void await(int count, CompletableFuture<JobExecutionResult> job) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean isThere = false;
        while (!isThere) {
            ConsumerRecords<String, String> some = consumer.poll(Duration.ofMillis(100));
            for (ConsumerRecord<String, String> entry : some) {
                committed.add(new Committed(Total.parse(entry.key(), entry.value()), entry.partition()));
            }
            // Asked only in a pause, since the answer waits behind what is being fetched.
            isThere = some.isEmpty() && committed.size() >= count && isAtEnd();
            if (job.isDone()) {
                job.get();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(committed.size() + " totals committed after " + PATIENCE.toSeconds()
                        + " s; expected: " + count);
            }
        }
    }

    private boolean isAtEnd() {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    int size() {
        return committed.size();
    }

    /** The totals of each order, in the order in which they lie in its partition. */
    Map<String, List<Committed>> byOrder() {
        return committed.stream()
                .collect(Collectors.groupingBy(one -> one.total().id(), HashMap::new, Collectors.toList()));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
