package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;

/** Two instances of one application, each with two threads and a state directory of its own. */
final class AppRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<KafkaStreams> instances = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** @param directory kept over runs of the same application */
    AppRun(LocalKafka kafka, Path directory, Supplier<Topology> topology, Map<String, String> properties)
            throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Properties all = new Properties();
            all.putAll(properties);
            all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
            all.put(
                    StreamsConfig.STATE_DIR_CONFIG,
                    directory.resolve("instance-" + i).toString());
            all.put(StreamsConfig.APPLICATION_SERVER_CONFIG, "instance-" + i + ":1");
            all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "2");
            all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "100");
            all.put("default.key.serde", OrdersApp.TEXT.getClass().getName());
            all.put("default.value.serde", OrdersApp.TEXT.getClass().getName());
            // Every update comes out, and what was repartitioned stays to be looked at.
            all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
            all.put("repartition.purge.interval.ms", "3600000");
            all.put("session.timeout.ms", "6000");
            all.put("auto.offset.reset", "earliest");
            KafkaStreams instance = new KafkaStreams(topology.get(), all);
            instance.setUncaughtExceptionHandler(failure -> {
                failures.add(failure);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            instances.add(instance);
            instance.start();
        }
        await("both instances run with tasks", () -> instances.stream().allMatch(AppRun::works));
    }

    private static boolean works(KafkaStreams instance) {
        return instance.state() == KafkaStreams.State.RUNNING
                && instance.metadataForLocalThreads().stream()
                        .anyMatch(thread -> !thread.activeTasks().isEmpty());
    }

    List<KafkaStreams> instances() {
        return instances;
    }

    KafkaStreams at(HostInfo host) {
        return instances.get(Integer.parseInt(host.host().substring("instance-".length())));
    }

    List<Throwable> failures() {
        return failures;
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(failures).as("failures while waiting: %s", what).isEmpty();
            assertThat(System.nanoTime()).as("waited: %s", what).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    @Override
    public void close() {
        // The members leave, so that the next run need not wait for their sessions to end.
        CloseOptions leave = CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(Duration.ofSeconds(30));
        instances.forEach(instance -> instance.close(leave));
    }
}
