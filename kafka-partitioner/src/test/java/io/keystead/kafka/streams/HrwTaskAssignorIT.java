package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.kafka.streams.TaskAppProcess.View;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three instances of an application in JVMs of their own, on a real broker; one is killed while records come in. */
class HrwTaskAssignorIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int BEFORE = 36_000;

    @TempDir
    private Path directory;

    @Test
    void whenAnInstanceIsKilledItsTasksGoOnWhereTheirStandbysAreAndNothingIsLostOrCountedTwice() throws Exception {
        try (Fleet fleet = new Fleet(directory)) {
            fleet.settle(3);
            Map<String, String> heirs = fleet.killed("b");

            fleet.assertHeirsGoOn(heirs);
            fleet.assertExactSums();
        }
    }

    /** Takes up to three minutes more, for Streams looks no more often than once a minute. */
    @Test
    @Tag("soak")
    void whenItReturnsItsTasksComeHome() throws Exception {
        try (Fleet fleet = new Fleet(directory)) {
            fleet.settle(3);
            Map<String, String> before = fleet.active();
            fleet.assertHeirsGoOn(fleet.killed("b"));
            fleet.start("b");

            fleet.await("all tasks are where they were", () -> fleet.active().equals(before));
            fleet.settle(3);
            assertThat(fleet.active()).isEqualTo(before);
            fleet.assertExactSums();
        }
    }

    /** A broker, its topics, the records that come in, and the instances. */
    private static final class Fleet implements AutoCloseable {
        private final Path directory;
        private final LocalKafka kafka;
        private final TaskAppLoad load;
        private final Map<String, TaskAppProcess> instances = new TreeMap<>();

        Fleet(Path directory) throws Exception {
            this.directory = directory;
            this.kafka = LocalKafka.builder()
                    .brokerConfig("group.initial.rebalance.delay.ms", "2000")
                    .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000")
                    .start();
            try (Topics topics = new Topics(kafka.bootstrapServers())) {
                topics.create(TaskApp.EVENTS, TaskApp.PARTITIONS, 1);
                topics.create(TaskApp.SUMS, TaskApp.PARTITIONS, 1);
            }
            this.load = new TaskAppLoad(kafka.bootstrapServers());
            load.send(BEFORE);
            for (String name : List.of("a", "b", "c")) {
                start(name);
            }
        }

        void start(String name) throws Exception {
            instances.put(name, new TaskAppProcess(kafka.bootstrapServers(), name, directory));
        }

        /** Waits until every task runs, has its standby, and all of that stays and has caught up. */
        void settle(int expected) throws Exception {
            load.awaitSums();
            List<View> last = new ArrayList<>();
            int[] same = new int[1];
            await("everything is in its place", () -> {
                List<View> now = views();
                boolean good = now.size() == expected
                        && now.stream()
                                .allMatch(view -> view.state().equals("RUNNING")
                                        && view.lag() >= 0
                                        && view.lag() <= TaskApp.ACCEPTABLE_LAG
                                        && !view.active().isEmpty())
                        && now.stream().mapToInt(view -> view.active().size()).sum() == TaskApp.PARTITIONS
                        && now.stream().mapToInt(view -> view.standby().size()).sum() == TaskApp.PARTITIONS;
                same[0] = good && placesOf(now).equals(placesOf(last)) ? same[0] + 1 : 0;
                last.clear();
                last.addAll(now);
                return same[0] > 10;
            });
        }

        private static List<Set<String>> placesOf(List<View> views) {
            return views.stream()
                    .flatMap(view -> Stream.of(view.active(), view.standby()))
                    .toList();
        }

        private List<View> views() {
            return instances.values().stream().map(TaskAppProcess::view).toList();
        }

        /** The instance on which each task runs. */
        Map<String, String> active() {
            Map<String, String> active = new TreeMap<>();
            instances
                    .values()
                    .forEach(instance -> instance.view().active().forEach(task -> active.put(task, instance.name())));
            return active;
        }

        /** Kills one while records come in, and returns where each of its tasks had its standby. */
        Map<String, String> killed(String name) throws Exception {
            TaskAppProcess killed = Objects.requireNonNull(instances.remove(name));
            Set<String> tasks = killed.view().active();
            Map<String, String> heirs = new TreeMap<>();
            instances
                    .values()
                    .forEach(instance -> instance.view().standby().stream()
                            .filter(tasks::contains)
                            .forEach(task -> heirs.put(task, instance.name())));
            assertThat(heirs.keySet()).isEqualTo(tasks).isNotEmpty();
            load.send(2_000);
            load.sendInBackground(8_000);
            TimeUnit.MILLISECONDS.sleep(500);
            killed.kill();
            return heirs;
        }

        void assertHeirsGoOn(Map<String, String> heirs) throws Exception {
            Map<String, Long> before = restored();
            settle(2);
            Map<String, String> now = active();
            now.keySet().retainAll(heirs.keySet());
            assertThat(now).isEqualTo(heirs);
            Map<String, Long> after = restored();
            long restored = heirs.keySet().stream()
                    .mapToLong(task -> after.getOrDefault(task, 0L) - before.getOrDefault(task, 0L))
                    .sum();
            // None was seen; without standbys it is all that came in, 3000 for each task.
            assertThat(restored).as("records restored").isLessThanOrEqualTo(heirs.size() * TaskApp.ACCEPTABLE_LAG);
        }

        private Map<String, Long> restored() {
            Map<String, Long> restored = new TreeMap<>();
            instances
                    .values()
                    .forEach(instance ->
                            instance.restored().forEach((task, count) -> restored.merge(task, count, Long::sum)));
            return restored;
        }

        void assertExactSums() throws Exception {
            load.awaitSums();
            load.assertExact();
        }

        void await(String what, BooleanSupplier condition) throws Exception {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!condition.getAsBoolean()) {
                assertThat(instances.values()).as(what).allMatch(TaskAppProcess::isAlive);
                assertThat(System.nanoTime())
                        .as(() -> what + ": " + instances.values() + logs())
                        .isLessThan(deadline);
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }

        private String logs() {
            return instances.keySet().stream()
                    .map(name -> directory.resolve(name + ".log"))
                    .filter(Files::exists)
                    .map(log -> "\n" + log)
                    .collect(Collectors.joining());
        }

        @Override
        public void close() throws IOException {
            for (TaskAppProcess instance : new HashSet<>(instances.values())) {
                instance.close();
            }
            load.close();
            kafka.close();
        }
    }
}
