package io.keystead.cli.shadow;

import io.keystead.cli.BadInput;
import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.TopicKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Follows all partitions of a topic, those that come while it does included. Not thread-safe; use once. */
final class Follower {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** A client that has lost all brokers forgets the partitions too, and asks for them. */
    private static final Duration ASK = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final String topic;
    private final Consumer<byte[], @Nullable Void> consumer;
    private final Tally tally;
    private final LongSupplier answers;
    private final java.util.function.Consumer<String> note;
    private final TreeSet<Integer> followed = new TreeSet<>();
    /** Those whose position is not known yet, and since when it is asked for. */
    private final Map<TopicPartition, Long> waiting = new LinkedHashMap<>();

    /**
     * One that has not begun.
     *
     * @param consumer stays open
     * @param answers how many answers of brokers the consumer has got so far
     * @param note is told of partitions that do not answer and of outages, in the following thread
     */
    Follower(
            Cluster cluster,
            String topic,
            Consumer<byte[], @Nullable Void> consumer,
            Tally tally,
            LongSupplier answers,
            java.util.function.Consumer<String> note) {
        this.cluster = cluster;
        this.topic = topic;
        this.consumer = consumer;
        this.tally = tally;
        this.answers = answers;
        this.note = note;
    }

    /**
     * How following ended.
     *
     * @param failure why it could not go on, if so
     */
    record Followed(Ending ending, @Nullable BadInput failure) {
        private static Followed failed(BadInput failure) {
            return new Followed(Ending.FAILED, failure);
        }
    }

    /**
     * Follows until the time is over, the thread is interrupted, the topic goes away or Kafka refuses. A partition that has no
     * leader holds up nobody else: it is followed once it has one. Where no broker answers it goes on once one does; if none
     * does when the time is over, it has failed.
     *
     * @param fromBeginning whether to begin with the first record that is left; else with what is written from now on
     * @param longest how long, null for ever
     * @param interval how often to tell
     * @param tell is called in this thread
     */
    Followed follow(boolean fromBeginning, @Nullable Duration longest, Duration interval, Runnable tell) {
        try {
            assign(fromBeginning);
            // What is written from now on counts, and seeking waits for the first question.
            while (!waiting.isEmpty()) {
                ask(POLL);
            }
            long start = System.nanoTime();
            long told = start;
            Outages outages = new Outages(answers, cluster.silence(), tally, note, start);
            while (longest == null || System.nanoTime() - start < longest.toNanos()) {
                for (ConsumerRecord<byte[], @Nullable Void> record : consumer.poll(POLL)) {
                    count(record);
                }
                takeUp();
                outages.look(System.nanoTime());
                if (System.nanoTime() - told >= interval.toNanos()) {
                    told = System.nanoTime();
                    tell.run();
                }
            }
            OptionalDouble away = outages.secondsAway(System.nanoTime());
            return away.isPresent()
                    ? Followed.failed(cluster.silent(away.getAsDouble()))
                    : new Followed(Ending.TIME, null);
        } catch (InterruptException e) {
            // Whoever told the process to end waits for the summary, which is written without the flag.
            Thread.interrupted();
            return new Followed(Ending.INTERRUPTED, null);
        } catch (KafkaException e) {
            return Followed.failed(cluster.refusal(e));
        } catch (BadInput e) {
            return Followed.failed(e);
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

    /** Partitions that have come since: what they have was all written since. */
    private void takeUp() {
        try {
            assign(true);
        } catch (TimeoutException e) {
            // Nobody answers; that is told of, and those that are followed still are.
            return;
        }
        ask(Duration.ZERO);
    }

    /** Takes up partitions that are not followed yet, as far as the client has been told of them. */
    private void assign(boolean fromBeginning) {
        List<PartitionInfo> known = consumer.partitionsFor(topic, ASK);
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
        fresh.forEach(partition -> waiting.put(partition, System.nanoTime()));
    }

    /** Asks for the positions that are not known; of those that do not answer for long it tells, and polls go on asking. */
    private void ask(Duration each) {
        waiting.entrySet().removeIf(entry -> hasPosition(entry.getKey(), each) || isLate(entry));
    }

    private boolean hasPosition(TopicPartition partition, Duration patience) {
        try {
            consumer.position(partition, patience);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private boolean isLate(Map.Entry<TopicPartition, Long> asked) {
        boolean late = System.nanoTime() - asked.getValue() >= PATIENCE.toNanos();
        if (late) {
            note.accept("partition " + asked.getKey().partition() + " has not answered for " + PATIENCE.toSeconds()
                    + " s; its leader may be away; it is followed once it answers");
        }
        return late;
    }
}
