package io.keystead.cli.shadow;

import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.TopicKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Follows all partitions of a topic, those that come while it does included. Not thread-safe; use once. */
final class Follower {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Cluster cluster;
    private final String topic;
    private final Consumer<byte[], @Nullable Void> consumer;
    private final Tally tally;
    private final TreeSet<Integer> followed = new TreeSet<>();

    /** @param consumer stays open */
    Follower(Cluster cluster, String topic, Consumer<byte[], @Nullable Void> consumer, Tally tally) {
        this.cluster = cluster;
        this.topic = topic;
        this.consumer = consumer;
        this.tally = tally;
    }

    /**
     * Follows until the time is over or the thread is interrupted.
     *
     * @param fromBeginning whether to begin with the first record that is left; else with what is written from now on
     * @param longest how long, null for ever
     * @param interval how often to tell
     * @param tell is called in this thread
     * @throws io.keystead.cli.BadInput if the topic goes away
     * @throws org.apache.kafka.common.KafkaException if Kafka refuses
     */
    Ending follow(boolean fromBeginning, @Nullable Duration longest, Duration interval, Runnable tell) {
        try {
            assign(fromBeginning);
            long start = System.nanoTime();
            long told = start;
            while (longest == null || System.nanoTime() - start < longest.toNanos()) {
                for (ConsumerRecord<byte[], @Nullable Void> record : consumer.poll(POLL)) {
                    count(record);
                }
                // What a partition has that came later was all written since.
                assign(true);
                if (System.nanoTime() - told >= interval.toNanos()) {
                    told = System.nanoTime();
                    tell.run();
                }
            }
            return Ending.TIME;
        } catch (InterruptException e) {
            // Whoever told the process to end waits for the summary, which is written without the flag.
            Thread.interrupted();
            return Ending.INTERRUPTED;
        }
    }

    private void count(ConsumerRecord<byte[], @Nullable Void> record) {
        byte @Nullable [] key = record.key();
        if (key == null) {
            tally.addWithoutKey();
        } else {
            tally.add(key, record.partition(), TopicKeys.bytes(record));
        }
    }

    /** Takes up partitions that are not followed yet, as far as the client has been told of them. */
    private void assign(boolean fromBeginning) {
        List<PartitionInfo> known = consumer.partitionsFor(topic);
        if (known.isEmpty()) {
            throw cluster.topicRefusal("\"" + topic + "\" does not exist any more");
        }
        List<TopicPartition> fresh = new ArrayList<>();
        for (PartitionInfo info : known) {
            if (followed.add(info.partition())) {
                fresh.add(new TopicPartition(topic, info.partition()));
            }
        }
        if (fresh.isEmpty()) {
            return;
        }
        consumer.assign(followed.stream()
                .map(number -> new TopicPartition(topic, number))
                .toList());
        if (fromBeginning) {
            consumer.seekToBeginning(fresh);
        } else {
            consumer.seekToEnd(fresh);
        }
        // Now, since seeking waits for the first question.
        fresh.forEach(consumer::position);
    }
}
