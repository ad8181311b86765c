package com.example.orders;

import io.keystead.kafka.streams.HrwStreams;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * One instance of the application, in a process of its own: it says on its output which tasks it has and what it restores, and ends
 * when its input does.
 */
final class Instance {
    private Instance() {}

    /** Starts it with the addresses of brokers, its name and its state directory. */
    public static void main(String[] args) throws IOException {
        Properties properties = OrdersApp.properties(args[0], args[1], args[2]);
        KafkaStreams streams = new KafkaStreams(OrdersApp.topology(HrwStreams.of(properties)), properties);
        streams.setGlobalStateRestoreListener(new Restored());
        // Leaves the group, so that nobody waits for it, whether it is told to end or its input ends.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> streams.close(
                        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                                .withTimeout(Duration.ofSeconds(20)))));
        streams.start();
        Thread teller = new Thread(() -> tell(streams));
        teller.setDaemon(true);
        teller.start();
        while (System.in.read() >= 0) {
            // Whoever started it is still there.
        }
        System.exit(0);
    }

    private static void tell(KafkaStreams streams) {
        try {
            while (true) {
                System.out.println("tasks " + tasks(streams));
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String tasks(KafkaStreams streams) {
        TreeSet<String> active = new TreeSet<>();
        TreeSet<String> standby = new TreeSet<>();
        for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
            thread.activeTasks().forEach(task -> active.add(task.taskId().toString()));
            thread.standbyTasks().forEach(task -> standby.add(task.taskId().toString()));
        }
        return streams.state() + " " + lag(streams) + " " + String.join(",", active) + " " + String.join(",", standby);
    }

    /** How far the store that is furthest behind is behind its changelog; -1 while that is not known. */
    private static long lag(KafkaStreams streams) {
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

    private static final class Restored implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition changelog, String store, long end, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition changelog, String store, long total) {
            System.out.println("restored " + total);
        }
    }
}
