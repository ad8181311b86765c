package com.example.fleet;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** A machine of a rack: an instance of the application, and a consumer. */
final class Machine implements AutoCloseable {
    private final String name;
    private final KafkaStreams streams;
    private final AtomicLong restored = new AtomicLong();
    private final Thread reader;
    private volatile boolean closing;
    private volatile Set<Integer> read = Set.of();

    Machine(String bootstrapServers, String name, String rack, int threads, String directory) {
        this.name = name;
        this.streams = new KafkaStreams(
                FleetApp.topology(), FleetApp.instance(bootstrapServers, name, rack, threads, directory));
        streams.setGlobalStateRestoreListener(new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {}

            @Override
            public void onBatchRestored(TopicPartition changelog, String store, long end, long count) {}

            @Override
            public void onRestoreEnd(TopicPartition changelog, String store, long total) {
                restored.addAndGet(total);
            }
        });
        streams.start();
        reader = new Thread(() -> read(bootstrapServers, threads), "reader of " + name);
        reader.start();
    }

    private void read(String bootstrapServers, int weight) {
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                FleetApp.reader(bootstrapServers, name, weight),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(Set.of(FleetApp.CLICKS));
            while (!closing) {
                consumer.poll(Duration.ofMillis(100));
                read = consumer.assignment().stream()
                        .map(TopicPartition::partition)
                        .collect(Collectors.toCollection(TreeSet::new));
            }
        }
    }

    /** Its name, the state of its instance, how far its copies are behind, how many records it restored, and what it has. */
    String view() {
        Set<Integer> active = new TreeSet<>();
        Set<Integer> standby = new TreeSet<>();
        for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
            thread.activeTasks().forEach(task -> active.add(task.taskId().partition()));
            thread.standbyTasks().forEach(task -> standby.add(task.taskId().partition()));
        }
        return String.join(
                " ",
                name,
                streams.state().name(),
                Long.toString(lag()),
                Long.toString(restored.get()),
                list(active),
                list(standby),
                list(read));
    }

    private static String list(Set<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private long lag() {
        try {
            return streams.allLocalStorePartitionLags().values().stream()
                    .flatMap(partitions -> partitions.values().stream())
                    .mapToLong(LagInfo::offsetLag)
                    .max()
                    .orElse(0);
        } catch (RuntimeException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        closing = true;
        streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(Duration.ofSeconds(20)));
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
