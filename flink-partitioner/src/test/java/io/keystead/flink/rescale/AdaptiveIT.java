package io.keystead.flink.rescale;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The adaptive scheduler rescales a job without a savepoint, and the results are those of a job that was left alone. */
class AdaptiveIT {
    /** Rescales as soon as it can; each line of Flink knows some of these. */
    private static final Map<String, String> EAGER = Map.of(
            "jobmanager.scheduler", "adaptive",
            "jobmanager.adaptive-scheduler.scaling-interval.min", "0s",
            "jobmanager.adaptive-scheduler.resource-stabilization-timeout", "100ms",
            "jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "0s",
            "jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "0s",
            "jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "100ms",
            "jobmanager.adaptive-scheduler.rescale-trigger.max-delay", "1s");

    private static final Map<String, String> CHECKPOINTS = Map.of(
            "execution.checkpointing.interval", "200ms",
            "restart-strategy.type", "fixed-delay",
            "restart-strategy.fixed-delay.attempts", "100",
            "restart-strategy.fixed-delay.delay", "10ms");

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        Gate.close();
        Faults.reset();
        Findings.reset();
    }

    @AfterAll
    static void tell() {
        Tally.print();
    }

    @Test
    void aJobIsRescaledByItsRequirements() throws Exception {
        requirements("hashmap", List.of(3, 4, 5, 3, 2), 6_000);
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    void aLongerJobIsRescaledByItsRequirements(String backend) throws Exception {
        requirements(backend, List.of(3, 4, 5, 3, 2, 8, 6), 30_000);
    }

    private void requirements(String backend, List<Integer> parallelisms, long count) throws Exception {
        Cluster cluster = Cluster.start(directory, 2, 4, EAGER);
        try {
            Job job = job(backend, count);
            JobGraph graph = job.at(parallelisms.get(0));
            JobID id = cluster.submit(graph, null);
            long share = count / parallelisms.size();
            for (int stage = 0; stage < parallelisms.size(); stage++) {
                int parallelism = parallelisms.get(stage);
                if (stage > 0) {
                    cluster.rescale(graph, parallelism);
                }
                flow(cluster, id, parallelism, share * stage, share * (stage + 1));
                if (stage > 0) {
                    Tally.rescale(Movement.of(parallelisms.get(stage - 1), parallelism));
                }
            }
            job.finish(cluster, id);
            Tally.run("adaptive, requirements, " + backend, job.check());
        } finally {
            cluster.close();
        }
    }

    @Test
    void aJobFollowsTheTaskManagersThatComeAndDie() throws Exception {
        long count = 6_000;
        Cluster cluster = Cluster.start(directory, 2, 2, EAGER);
        try {
            Job job = job("hashmap", count);
            JobID id = cluster.submit(job.at(6), null);
            flow(cluster, id, 4, 0, count / 4);
            cluster.startTaskManager();
            flow(cluster, id, 6, count / 4, count / 2);
            Tally.rescale(Movement.of(4, 6));
            cluster.killTaskManager(0);
            flow(cluster, id, 4, count / 2, 3 * count / 4);
            cluster.killTaskManager(1);
            flow(cluster, id, 2, 3 * count / 4, count - 1);
            Tally.rescale(Movement.of(4, 2));
            job.finish(cluster, id);
            Tally.run("adaptive, task managers", job.check());
        } finally {
            cluster.close();
        }
    }

    private static Job job(String backend, long count) {
        Map<String, String> settings = new HashMap<>(CHECKPOINTS);
        settings.put("state.backend.type", backend);
        return new Job(new Events(count, true), Job.FEW_SLOTS, settings);
    }

    /** Waits for the parallelism while the first half of some events flows, then lets the others come and be checkpointed. */
    private static void flow(Cluster cluster, JobID job, int parallelism, long from, long to) throws Exception {
        Gate.open((from + to) / 2);
        cluster.awaitRunning(job, parallelism);
        Gate.open(to);
        Cluster.until("the last fifth before event " + to, () -> Gate.next() > to - (to - from) / 5);
        cluster.awaitCheckpoint(job);
    }
}
