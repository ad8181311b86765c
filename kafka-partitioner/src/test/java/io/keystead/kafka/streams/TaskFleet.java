package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;

/**
 * Simulated instances of an application: what each holds of every task's changelog, and what becomes of it from one rebalance to
 * the next. Every answer of the assignor is checked.
 */
final class TaskFleet {
    private static final long ACCEPTABLE = 100;
    private static final long FULL = 1_000_000;

    private final SplittableRandom random;
    private final double slack;
    private final int maxWarmups;
    private final AssignmentConfigs configs;
    private final boolean racks;
    private final boolean zones;
    private final List<TaskId> stateful = new ArrayList<>();
    private final List<TaskId> stateless = new ArrayList<>();
    private final List<TaskInstance> instances = new ArrayList<>();
    /** How many records of a task an instance has, by both. */
    private final Map<String, Long> positions = new HashMap<>();

    private long end = FULL;
    private int born;
    private TaskAnswer answer;

    TaskFleet(SplittableRandom random) {
        this.random = random;
        this.slack = random.nextInt(3) * 0.25;
        this.maxWarmups = 1 + random.nextInt(3);
        this.racks = random.nextInt(4) == 0;
        this.zones = random.nextInt(4) == 0;
        this.configs =
                TaskApplication.configs(ACCEPTABLE, maxWarmups, random.nextInt(3), zones ? List.of("zone") : List.of());
        grow();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            join();
        }
        this.answer = look();
    }

    double slack() {
        return slack;
    }

    int size() {
        return instances.size();
    }

    /** Whether a task's standby may be anywhere. */
    boolean isUnconstrained() {
        return !racks && !zones;
    }

    /** The last one. */
    TaskAnswer answer() {
        return answer;
    }

    void join() {
        if (instances.size() < 7) {
            TaskInstance instance = new TaskInstance(random.nextLong(), 1 + random.nextInt(2));
            if (random.nextInt(3) == 0) {
                instance.tag(TaskClients.MEMBER_ID_TAG, "instance-" + born);
            }
            born++;
            instances.add(instance);
            relabel(instance);
        }
    }

    void leave() {
        if (instances.size() > 1) {
            die();
        }
    }

    TaskInstance die() {
        return instances.remove(random.nextInt(instances.size()));
    }

    void comeBack(TaskInstance instance) {
        instances.add(random.nextInt(instances.size() + 1), instance);
    }

    void changeThreads() {
        any().threads(1 + random.nextInt(3));
    }

    void grow() {
        for (int i = random.nextInt(5); i >= 0; i--) {
            stateful.add(new TaskId(stateful.size() % 2, stateful.size() / 2));
            stateless.add(new TaskId(2, stateless.size()));
        }
    }

    void relabel() {
        relabel(any());
    }

    private TaskInstance any() {
        return instances.get(random.nextInt(instances.size()));
    }

    private void relabel(TaskInstance instance) {
        if (zones) {
            instance.tag("zone", "zone-" + random.nextInt(3));
        }
        if (racks) {
            instance.rack(random.nextInt(4) == 0 ? null : "rack-" + random.nextInt(3));
        }
    }

    /** One rebalance, after which replicas catch up in part, and what has no place stays behind. */
    TaskAnswer look() {
        tellLags();
        HrwTaskAssignor assignor = new HrwTaskAssignor();
        assignor.configure(Map.of("keystead.assignor.slack", Double.toString(slack)));
        answer = TaskAnswer.of(assignor, TaskApplication.of(configs, stateful, stateless, instances));
        checkReplicas();
        if (random.nextInt(4) == 0) {
            checkOrderCountsNothing(assignor);
        }
        catchUp(() -> random.nextInt(3) > 0);
        return answer;
    }

    private void checkReplicas() {
        int standbys = Math.min(configs.numStandbyReplicas(), instances.size() - 1);
        for (TaskId task : stateful) {
            assertThat(answer.standbys(task))
                    .doesNotContain(answer.active(task))
                    .hasSizeGreaterThanOrEqualTo(standbys);
        }
        assertThat(answer.standbyCount()).isLessThanOrEqualTo(stateful.size() * standbys + maxWarmups);
    }

    private void checkOrderCountsNothing(HrwTaskAssignor assignor) {
        List<TaskId> tasks = shuffled(stateful);
        TaskAnswer other =
                TaskAnswer.of(assignor, TaskApplication.of(configs, tasks, shuffled(stateless), shuffled(instances)));
        assertThat(other.all()).isEqualTo(answer.all());
    }

    private <T> List<T> shuffled(List<T> list) {
        List<T> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }

    private void tellLags() {
        for (TaskInstance instance : instances) {
            instance.clear();
            for (TaskId task : stateful) {
                long lag = end - positions.getOrDefault(task + " " + instance.processId(), 0L);
                instance.lag(task, lag == 0 ? TaskInstance.RUNNING : lag);
            }
        }
    }

    /** The active ones are at the end, whatever it took; who has no place is no longer caught up, for so many came in. */
    private void catchUp(BooleanChoice chance) {
        end += 2 * ACCEPTABLE;
        for (TaskInstance instance : instances) {
            answer.active(instance).forEach(task -> positions.put(task + " " + instance.processId(), end));
            answer.standbys(instance).stream()
                    .filter(task -> chance.next())
                    .forEach(task -> positions.put(task + " " + instance.processId(), end - 1));
        }
    }

    private interface BooleanChoice {
        boolean next();
    }

    /** Every replica is at the end. */
    void catchUp() {
        catchUp(() -> true);
    }

    /** Looks again until nobody asks for it, each time after all have caught up: as often as promised, and not more. */
    void settle() {
        catchUp();
        look();
        int extra = missing();
        int most = Math.max(1, (extra + maxWarmups - 1) / maxWarmups);
        for (int looks = 0; !answer.followUps().isEmpty(); looks++) {
            assertThat(looks).as("looks again, %s replicas were missing", extra).isLessThan(most);
            catchUp();
            look();
        }
        catchUp();
        Map<TaskId, String> rest = answer.all();
        assertThat(look().all()).as("a further look").isEqualTo(rest);
        assertThat(answer.followUps()).isEmpty();
        int standbys = Math.min(configs.numStandbyReplicas(), instances.size() - 1);
        assertThat(answer.standbyCount()).as("no warm-up is left").isEqualTo(stateful.size() * standbys);
        checkRooms(stateful);
        checkRooms(stateless);
    }

    /** More than the tasks' warm-ups and waiting ones: all replicas that somebody wanted may hold and does not. */
    private int missing() {
        return stateful.size() * (1 + configs.numStandbyReplicas());
    }

    private void checkRooms(List<TaskId> tasks) {
        double weights =
                instances.stream().mapToInt(TaskInstance::numProcessingThreads).sum();
        for (TaskInstance instance : instances) {
            long load = answer.active(instance).stream().filter(tasks::contains).count();
            double share = (1 + slack) * tasks.size() * instance.numProcessingThreads() / weights;
            assertThat(load).as("load of %s", instance).isLessThanOrEqualTo(room(share));
        }
    }

    /** One ulp or two may tell the sum of weights in another order from this one. */
    private long room(double share) {
        return slack > 0 ? (long) Math.ceil(share + 1e-9) : (long) Math.floor(share + 1e-9) + 1;
    }
}
