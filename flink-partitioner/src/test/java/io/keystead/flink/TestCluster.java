package io.keystead.flink;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster in this JVM with eight slots, and what the tests ask of one. */
final class TestCluster {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MiniCluster cluster;

    private TestCluster(MiniCluster cluster) {
        this.cluster = cluster;
    }

    static TestCluster start(Path checkpoints) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.parse("128m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.parse("64m"));
        configuration.setString("metrics.reporter.gauges.factory.class", GaugesReporter.Factory.class.getName());
        // Kept by the job manager, a savepoint above 5 MB fails.
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        // Small states too are in files, as large ones are.
        configuration.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(4)
                .withRandomPorts()
                .build());
        cluster.start();
        return new TestCluster(cluster);
    }

    JobID submit(StreamExecutionEnvironment environment) throws Exception {
        return submit(environment.getStreamGraph().getJobGraph());
    }

    JobID submit(StreamExecutionEnvironment environment, String savepoint) throws Exception {
        JobGraph job = environment.getStreamGraph().getJobGraph();
        job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint, false));
        return submit(job);
    }

    private JobID submit(JobGraph job) throws Exception {
        cluster.submitJob(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return job.getJobID();
    }

    /** Waits until every task runs or has finished. */
    void awaitRunning(JobID job) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isRunning(cluster.getExecutionGraph(job).get())) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the job does not run after " + PATIENCE);
            }
            Thread.sleep(20);
        }
    }

    private static boolean isRunning(AccessExecutionGraph graph) {
        if (graph.getState() == JobStatus.FAILED) {
            ErrorInfo failure = graph.getFailureInfo();
            throw new AssertionError("the job failed: " + (failure == null ? "" : failure.getExceptionAsString()));
        }
        boolean[] running = {graph.getState() == JobStatus.RUNNING};
        graph.getAllExecutionVertices().forEach(vertex -> {
            ExecutionState state = vertex.getExecutionState();
            running[0] &= state == ExecutionState.RUNNING || state == ExecutionState.FINISHED;
        });
        return running[0];
    }

    String stopWithSavepoint(JobID job, Path directory, SavepointFormatType format) throws Exception {
        String savepoint = cluster.stopWithSavepoint(job, directory.toUri().toString(), false, format)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        cluster.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return savepoint;
    }

    /** Waits until the job has finished. */
    void awaitFinished(JobID job) throws Exception {
        JobResult result = cluster.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!result.isSuccess()) {
            throw new AssertionError(
                    "the job did not finish",
                    result.getSerializedThrowable()
                            .map(failure -> failure.deserializeError(TestCluster.class.getClassLoader()))
                            .orElse(null));
        }
    }

    MiniCluster flink() {
        return cluster;
    }

    void close() throws Exception {
        cluster.close();
    }
}
