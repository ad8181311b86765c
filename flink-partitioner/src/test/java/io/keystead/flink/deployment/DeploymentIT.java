package io.keystead.flink.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.flink.HrwKeyedStream;
import io.keystead.flink.slots.SlotRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin's jar as users deploy it, on clusters in JVMs of their own, through Flink's command line. */
class DeploymentIT {
    private static final int EVENTS = 60_000;
    private static final Path PLUGIN = Path.of(System.getProperty("keystead.plugin.jar", "unset"));

    @TempDir
    private Path directory;

    @Test
    void aJobIsRescaledWithThePluginInLibAndATaskManagerKilled() throws Exception {
        inLib("v2");
    }

    @Test
    void aJobIsRescaledWithThePluginUnpackedInItsOwnJar() throws Exception {
        inTheJobsJar("v2");
    }

    @Test
    @Tag("soak")
    void aJobIsRescaledWithThePluginInLibAndATaskManagerKilledOnFlink1() throws Exception {
        inLib("v1.20");
    }

    @Test
    @Tag("soak")
    void aJobIsRescaledWithThePluginUnpackedInItsOwnJarOnFlink1() throws Exception {
        inTheJobsJar("v1.20");
    }

    private void inLib(String line) throws Exception {
        Path jar = JobJar.thin(directory.resolve("job.jar"));
        try (SessionCluster cluster = SessionCluster.start(line, List.of(PLUGIN), directory)) {
            rescale(cluster, jar, true);
        }
    }

    private void inTheJobsJar(String line) throws Exception {
        Path jar = JobJar.fat(directory.resolve("job.jar"), PLUGIN);
        try (SessionCluster cluster = SessionCluster.start(line, List.of(), directory)) {
            rescale(cluster, jar, false);
        }
    }

    private void rescale(SessionCluster cluster, Path jar, boolean killing) throws Exception {
        Notes four = new Notes(directory.resolve("four"));
        Notes five = new Notes(directory.resolve("five"));

        String job = run(cluster, jar, 4, List.of(), "four", 5_000);
        cluster.await("the first records", () -> four.size() > 200_000);
        String savepoint = cluster.stop(job);
        String grown = run(cluster, jar, 5, List.of("-s", savepoint), "five", killing ? 8_000 : 1e9);
        if (killing) {
            killOneThatWorks(cluster, grown, five);
        }
        cluster.awaitFinished(grown);

        five.checked().assertComplete(four.checked(), EVENTS);
        assertThat(four.subtasks()).isEqualTo(expected(4));
        assertThat(five.subtasks()).isEqualTo(expected(5));
        assertThat(five.subtasks().entrySet())
                .allSatisfy(
                        now -> assertThat(now.getValue()).isIn(four.subtasks().get(now.getKey()), 4));
    }

    private String run(
            SessionCluster cluster, Path jar, int parallelism, List<String> options, String notes, double rate)
            throws Exception {
        return cluster.run(
                jar,
                DeployedJob.class.getName(),
                parallelism,
                options,
                List.of(directory.resolve(notes).toString(), "" + EVENTS, "" + rate));
    }

    /** In the middle: after some records and a checkpoint of the grown job. */
    private static void killOneThatWorks(SessionCluster cluster, String job, Notes notes) throws Exception {
        cluster.await("records and a checkpoint", () -> notes.size() > 100_000 && cluster.checkpoints(job) > 0);
        List<Path> before = notes.files();
        assertThat(before).as("files, one an attempt").hasSize(5);
        cluster.kill(Notes.pid(before.get(0)));
        cluster.await("new attempts", () -> notes.files().size() > before.size());
    }

    private static Map<String, Integer> expected(int parallelism) {
        int slots = HrwKeyedStream.DEFAULT_SLOTS;
        int[] owners = SlotRule.PLAIN.owners(slots, parallelism);
        Map<String, Integer> expected = new TreeMap<>();
        for (int number = 0; number < DeployedJob.KEYS; number++) {
            DeployedJob.Customer key = DeployedJob.key(number);
            expected.put(key.toString(), owners[KeyGroupRangeAssignment.assignToKeyGroup(key, slots)]);
        }
        return expected;
    }
}
