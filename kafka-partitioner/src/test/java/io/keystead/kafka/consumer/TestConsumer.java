package io.keystead.kafka.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer that reads in a thread of its own and commits what it has read when it gives a partition up. */
final class TestConsumer implements ConsumerRebalanceListener {
    private final String name;
    private final Traffic traffic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private volatile boolean stopped;
    /** Of the consumer's own thread. */
    private boolean leaves;

    /** The partitions that it has now, as text. */
    final Set<String> owned = new ConcurrentSkipListSet<>();

    /** All that it was told to give up, in turn. */
    final List<Set<String>> revocations = new CopyOnWriteArrayList<>();

    TestConsumer(String name, Traffic traffic, Collection<String> topics, Map<String, Object> properties) {
        this.name = name;
        this.traffic = traffic;
        Map<String, Object> all = new HashMap<>(Map.of(
                "enable.auto.commit", "false",
                "auto.offset.reset", "earliest",
                "heartbeat.interval.ms", "200"));
        all.putAll(properties);
        this.consumer = new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.thread = new Thread(() -> run(topics), name);
        thread.start();
    }

    private void run(Collection<String> topics) {
        try (consumer) {
            consumer.subscribe(topics, this);
            while (!stopped || !commitsAll()) {
                consumer.poll(Duration.ofMillis(50))
                        .forEach(record -> traffic.read(
                                new TopicPartition(record.topic(), record.partition()), record.offset(), name));
            }
        }
    }

    /** False while the group rebalances, for then a commit is refused until that is over. */
    private boolean commitsAll() {
        try {
            consumer.commitSync();
            leaves = true;
            return true;
        } catch (RebalanceInProgressException e) {
            return false;
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            traffic.take(partition, name);
            owned.add(partition.toString());
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        // Who leaves has committed already, and may not be let to once more if a rebalance has begun meanwhile.
        if (!leaves) {
            consumer.commitSync();
        }
        Set<String> given = new TreeSet<>();
        for (TopicPartition partition : partitions) {
            traffic.giveUp(partition, name);
            owned.remove(partition.toString());
            given.add(partition.toString());
        }
        if (!given.isEmpty()) {
            revocations.add(given);
        }
    }

    void leave() throws InterruptedException {
        stopped = true;
        thread.join();
    }
}
