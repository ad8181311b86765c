package io.keystead.kafka.streams;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * An instance of an application that sums the numbers of each key, exactly once: a program that ends when its input does.
 *
 * <p>It says on its output which tasks it has, how far behind their state is, and what it restored.
 */
public final class TaskApp {
    static final String ID = "sums-app";
    static final String EVENTS = "events";
    static final String SUMS = "sums";
    static final int PARTITIONS = 12;
    static final long ACCEPTABLE_LAG = 100;

    private TaskApp() {}

    /**
     * Runs until its input ends.
     *
     * @param args addresses of brokers, the name of the instance, its state directory
     */
    public static void main(String[] args) throws IOException {
        KafkaStreams instance = new KafkaStreams(topology(), properties(args[0], args[1], Path.of(args[2])));
        instance.setGlobalStateRestoreListener(new Restored());
        instance.start();
        Thread teller = new Thread(() -> tell(instance));
        teller.setDaemon(true);
        teller.start();
        while (System.in.read() >= 0) {
            // Whoever started it is still there.
        }
        instance.close(Duration.ofSeconds(20));
    }

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(EVENTS, Consumed.with(Serdes.String(), Serdes.Long()))
                .groupByKey()
                .aggregate(
                        () -> 0L,
                        (key, number, sum) -> sum + number,
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("sums-store")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long()))
                .toStream()
                .to(SUMS, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static Properties properties(String bootstrap, String name, Path directory) {
        Properties all = new Properties();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, ID);
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        all.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        all.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, HrwTaskAssignor.class.getName());
        all.put(StreamsConfig.CLIENT_TAG_PREFIX + TaskClients.MEMBER_ID_TAG, name);
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "1");
        all.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, Long.toString(ACCEPTABLE_LAG));
        // As many as one of three instances has, so that a look brings all of them home.
        all.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, "6");
        all.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "60000");
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "100");
        all.put(StreamsConfig.consumerPrefix("session.timeout.ms"), "6000");
        all.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), "1000");
        all.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        // Every update comes out and goes to the changelog.
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        return all;
    }

    private static void tell(KafkaStreams instance) {
        try {
            while (true) {
                System.out.println("tasks " + tasks(instance));
                TimeUnit.MILLISECONDS.sleep(200);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String tasks(KafkaStreams instance) {
        TreeSet<String> active = new TreeSet<>();
        TreeSet<String> standby = new TreeSet<>();
        for (ThreadMetadata thread : instance.metadataForLocalThreads()) {
            thread.activeTasks().forEach(task -> active.add(task.taskId().toString()));
            thread.standbyTasks().forEach(task -> standby.add(task.taskId().toString()));
        }
        return instance.state() + " " + lag(instance) + " " + String.join(",", active) + " "
                + String.join(",", standby);
    }

    /** The largest of its partitions, active and standby; -1 while it is not known. */
    private static long lag(KafkaStreams instance) {
        try {
            return instance.allLocalStorePartitionLags().values().stream()
                    .flatMap(partitions -> partitions.values().stream())
                    .mapToLong(LagInfo::offsetLag)
                    .max()
                    .orElse(0);
        } catch (RuntimeException e) {
            return -1;
        }
    }

    private static final class Restored implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition changelog, String store, long end, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition changelog, String store, long total) {
            System.out.println("restored 0_" + changelog.partition() + " " + total);
        }
    }
}
