package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.junit.jupiter.api.Test;

/** Anything that may happen to an application, on simulated instances that catch up in their time. */
class HrwTaskAssignorFuzzTest {
    private static final int SEEDS = 2000;
    private static final int EVENTS = 12;

    /** By slack, of the changes of the instances between two states at rest. */
    private final Map<Double, Movement> movements = new TreeMap<>();

    private int deaths;
    private int returns;

    @Test
    void whateverHappensEveryTaskRunsOnceAndAllComesToRestInItsPlace() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                live(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertThat(deaths).isGreaterThan(1000);
        assertThat(returns).isGreaterThan(500);
        movements.forEach((slack, movement) -> System.out.println("slack " + slack + ": " + movement));
        assertThat(movements).hasSize(3);
        movements.forEach(HrwTaskAssignorFuzzTest::checkMovement);
    }

    /** Measured with these seeds, and rounded up: what a change of the rule must not make worse unseen. */
    private static void checkMovement(double slack, Movement movement) {
        boolean even = slack == 0;
        assertThat(movement.overall()).as("slack %s: %s", slack, movement).isBetween(1.0, even ? 1.2 : 1.1);
        assertThat(movement.quantile(0.5)).as("slack %s: %s", slack, movement).isEqualTo(1);
        assertThat(movement.quantile(0.99)).as("slack %s: %s", slack, movement).isLessThanOrEqualTo(even ? 3 : 2);
    }

    /** Moved tasks beside the fewest for the same loads; ratios of the changes that moved something. */
    private static final class Movement {
        final List<Double> ratios = new ArrayList<>();
        long moves;
        long fewest;

        void note(long moved, long least) {
            moves += moved;
            fewest += least;
            if (moved > 0) {
                // Where nothing need move, one move counts as twice the least, two as three times, and so on.
                ratios.add(least == 0 ? moved + 1 : (double) moved / least);
            }
        }

        double overall() {
            return (double) moves / fewest;
        }

        double quantile(double q) {
            return ratios.stream().sorted().toList().get((int) Math.ceil(q * ratios.size()) - 1);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d changes moved %.3f times the fewest tasks (median %.2f, p99 %.2f)",
                    ratios.size(),
                    overall(),
                    quantile(0.5),
                    quantile(0.99));
        }
    }

    private void live(SplittableRandom random) {
        TaskFleet fleet = new TaskFleet(random);
        fleet.settle();
        for (int event = 0; event < EVENTS; event++) {
            switch (random.nextInt(6)) {
                case 0 -> change(fleet, fleet::join);
                case 1 -> deathAndReturn(fleet, random);
                case 2 -> change(fleet, fleet::leave);
                case 3 -> change(fleet, fleet::changeThreads);
                case 4 -> fleet.grow();
                default -> fleet.relabel();
            }
            // Sometimes the next thing happens before all is in place.
            if (random.nextInt(3) > 0) {
                fleet.settle();
            } else {
                fleet.look();
            }
        }
        fleet.settle();
    }

    private void change(TaskFleet fleet, Runnable event) {
        fleet.settle();
        Map<TaskId, ProcessId> before = new TreeMap<>(fleet.answer().active());
        event.run();
        fleet.settle();
        Map<TaskId, ProcessId> after = fleet.answer().active();
        Map<ProcessId, Long> gained = new HashMap<>();
        after.values().forEach(process -> gained.merge(process, 1L, Long::sum));
        before.values().forEach(process -> gained.merge(process, -1L, Long::sum));
        long moved = before.keySet().stream()
                .filter(task -> !Objects.equals(before.get(task), after.get(task)))
                .count();
        long fewest = gained.values().stream()
                .filter(tasks -> tasks > 0)
                .mapToLong(tasks -> tasks)
                .sum();
        movements.computeIfAbsent(fleet.slack(), unseen -> new Movement()).note(moved, fewest);
    }

    private void deathAndReturn(TaskFleet fleet, SplittableRandom random) {
        fleet.settle();
        if (fleet.size() < 2) {
            return;
        }
        fleet.catchUp();
        TaskAnswer before = fleet.answer();
        TaskInstance dead = fleet.die();
        TaskAnswer after = fleet.look();
        deaths++;
        Map<TaskId, ProcessId> heirs = new TreeMap<>();
        for (TaskId task : before.active(dead)) {
            if (!before.standbys(task).isEmpty()) {
                assertThat(before.standbys(task)).as("where %s goes on", task).contains(after.active(task));
                heirs.put(task, after.active(task));
                if (before.standbys(task).size() == 1) {
                    assertThat(after.active(task))
                            .isEqualTo(before.standbys(task).first());
                }
            }
        }
        if (random.nextBoolean()) {
            fleet.settle();
            if (fleet.isUnconstrained()) {
                heirs.forEach(
                        (task, heir) -> assertThat(fleet.answer().active(task)).isEqualTo(heir));
            }
        }
        if (random.nextInt(3) > 0) {
            fleet.comeBack(dead);
            fleet.settle();
            assertThat(fleet.answer().all()).as("everything is where it was").isEqualTo(before.all());
            returns++;
        }
    }
}
