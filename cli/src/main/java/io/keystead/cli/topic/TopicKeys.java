package io.keystead.cli.topic;

import io.keystead.cli.Console;
import io.keystead.cli.Progress;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic's keys into a sample, in one pass and bounded memory.
 *
 * <p>A record counts with the bytes of its key and of its value as a consumer gets them: without headers, without what a batch
 * and a log add, and not compressed. Records of transactions that did not commit are left out.
 */
public final class TopicKeys {
    private TopicKeys() {}

    /**
     * What was read.
     *
     * @param sample the keys
     * @param partitions those that the topic has
     * @param withoutKey how many records have no key; they are in no other number
     * @param elsewhere how many records with a key do not lie where Kafka's default partitioner puts it over these partitions; 0
     *     where nobody asked
     * @param scan how reading went; where it {@linkplain Ending#FAILED failed} the sample holds what came before
     */
    public record Result(
            KeySample sample, NavigableSet<Integer> partitions, long withoutKey, long elsewhere, ScanResult scan) {}

    /**
     * Reads until the topic's end as it is now, a limit or an interruption, whichever comes first.
     *
     * @param most how many keys the sample may hold
     * @param maxRecords how many records may be read
     * @param longest how long reading may take; null for as long as it takes
     * @param placed whether it is asked which records do not lie where Kafka's default partitioner puts them
     * @throws io.keystead.cli.BadInput if there is no such topic or Kafka does not answer
     */
    public static Result read(
            Cluster cluster,
            String topic,
            Start start,
            int most,
            long maxRecords,
            @Nullable Duration longest,
            boolean placed,
            Console console) {
        Cluster committed = cluster.committed();
        ScanPlan plan;
        try (KafkaConsumer<byte[], @Nullable Void> consumer = committed.consumer()) {
            plan = ScanPlan.of(committed, consumer, topic, start, false);
        } catch (KafkaException e) {
            throw cluster.refusal(e);
        }
        KeySample.Builder builder = KeySample.builder("topic " + topic, most);
        NavigableSet<Integer> partitions = new TreeSet<>(plan.spans().keySet());
        Collector collector = new Collector(builder, partitions.size(), placed);
        // One thread, since the keys of all partitions go into one table.
        Scan<Collector> scan = new Scan<>(
                committed,
                plan,
                new ScanLimits(maxRecords),
                1,
                () -> collector,
                keys -> String.format(Locale.ROOT, "%,d keys", keys));
        ScanResult result;
        try (Progress progress = Progress.steady(console, "topic", plan.offsets())) {
            result = scan.run(progress, longest);
        }
        collector.rate();
        return new Result(builder.build(), partitions, collector.withoutKey, collector.elsewhere, result);
    }

    private static final class Collector implements RecordSink {
        private final KeySample.Builder keys;
        private final int partitions;
        private final boolean placed;
        private final Pace pace = new Pace();
        private long withoutKey;
        private long elsewhere;

        Collector(KeySample.Builder keys, int partitions, boolean placed) {
            this.keys = keys;
            this.partitions = partitions;
            this.placed = placed;
        }

        @Override
        public void add(ConsumerRecord<byte[], @Nullable Void> record) {
            byte @Nullable [] key = record.key();
            if (key == null) {
                withoutKey++;
            } else {
                keys.add(key, bytes(record));
                pace.add(record.timestamp());
                if (placed && Murmur2.partition(key, 0, key.length, partitions) != record.partition()) {
                    elsewhere++;
                }
            }
        }

        /** How many keys are held. */
        @Override
        public long noted() {
            return keys.size();
        }

        /** By the records' own times; of a moment there is none. */
        void rate() {
            pace.of(keys.records()).ifPresent(keys::recordsPerSecond);
        }
    }

    /** The bytes that a record counts with. */
    public static long bytes(ConsumerRecord<byte[], @Nullable Void> record) {
        return Math.max(0, record.serializedKeySize()) + (long) Math.max(0, record.serializedValueSize());
    }
}
