package com.example.harness;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed in topics, from their beginning. Not thread-safe. */
public final class TopicReader implements AutoCloseable {
    /** Longer than the applications here take from one commit to the next. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final KafkaConsumer<byte[], byte[]> consumer;

    private TopicReader(String bootstrapServers) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Of all partitions of these topics. */
    public static TopicReader ofTopics(String bootstrapServers, Collection<String> topics) {
        TopicReader reader = new TopicReader(bootstrapServers);
        reader.assign(topics.stream()
                .flatMap(topic -> reader.consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList());
        return reader;
    }

    /** Of these partitions. */
    public static TopicReader ofPartitions(String bootstrapServers, Collection<TopicPartition> partitions) {
        TopicReader reader = new TopicReader(bootstrapServers);
        reader.assign(partitions);
        return reader;
    }

    private void assign(Collection<TopicPartition> partitions) {
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /**
     * Reads to what is the end now.
     *
     * @throws IllegalStateException if that takes more than 90 s
     */
    public void readToEnd(Consumer<ConsumerRecord<byte[], byte[]>> each) throws Exception {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        long start = System.nanoTime();
        // Each poll waits for what is to come.
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() - start > Condition.PATIENCE.toNanos()) {
                throw Condition.gaveUp("all was read");
            }
            poll().forEach(each);
        }
    }

    /**
     * Reads until it is enough and stays so: for a second nothing has come that makes it too much.
     *
     * @return false if it was not enough, or too much, for 90 s
     */
    public boolean readUntil(Consumer<ConsumerRecord<byte[], byte[]>> each, Condition isEnough) throws Exception {
        long start = System.nanoTime();
        long last = start;
        while (System.nanoTime() - start < Condition.PATIENCE.toNanos()) {
            ConsumerRecords<byte[], byte[]> some = poll();
            some.forEach(each);
            if (!some.isEmpty()) {
                last = System.nanoTime();
            } else if (isEnough.holds() && System.nanoTime() - last >= QUIET.toNanos()) {
                return true;
            }
        }
        return false;
    }

    private ConsumerRecords<byte[], byte[]> poll() throws InterruptedException {
        try {
            return consumer.poll(Duration.ofMillis(100));
        } catch (InterruptException e) {
            // Kafka's own kind leaves the thread interrupted, and what is closed next would not wait.
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    /** Closes it in order also where the thread is interrupted. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        consumer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
