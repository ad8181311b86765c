package io.keystead.benchmarks.keyby;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster in this JVM: one task manager. */
final class Cluster {
    /** For anything that is waited for. */
    static final long PATIENCE_MINUTES = 5;

    private final MiniCluster flink;
    private final Path directory;

    private Cluster(MiniCluster flink, Path directory) {
        this.flink = flink;
        this.directory = directory;
    }

    /**
     * @param directory for checkpoints, savepoints and the states of RocksDB
     * @param slots of Flink, how many subtasks of an operator can run
     * @param managed the memory of all of them, which RocksDB uses in equal parts
     */
    static Cluster start(Path directory, int slots, MemorySize managed) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, managed);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.parse("256m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.parse("256m"));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        configuration.set(CoreOptions.TMP_DIRS, directory.resolve("local").toString());
        MiniCluster flink = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .withRandomPorts()
                .build());
        flink.start();
        return new Cluster(flink, directory);
    }

    JobID submit(StreamExecutionEnvironment environment) throws Exception {
        return submit(environment.getStreamGraph().getJobGraph());
    }

    JobID restore(StreamExecutionEnvironment environment, String savepoint) throws Exception {
        JobGraph job = environment.getStreamGraph().getJobGraph();
        job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint, false));
        return submit(job);
    }

    private JobID submit(JobGraph job) throws Exception {
        flink.submitJob(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        return job.getJobID();
    }

    /** Waits until every task runs: its state is restored then. */
    void awaitRunning(JobID job) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!isRunning(flink.getExecutionGraph(job).get())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the job does not run after " + PATIENCE_MINUTES + " minutes");
            }
            Thread.sleep(5);
        }
    }

    private static boolean isRunning(AccessExecutionGraph graph) {
        if (graph.getState() == JobStatus.FAILED) {
            ErrorInfo failure = graph.getFailureInfo();
            throw new IllegalStateException(
                    "the job failed: " + (failure == null ? "" : failure.getExceptionAsString()));
        }
        boolean running = graph.getState() == JobStatus.RUNNING;
        for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
            ExecutionState state = vertex.getExecutionState();
            running &= state == ExecutionState.RUNNING || state == ExecutionState.FINISHED;
        }
        return running;
    }

    /** Waits until the job has finished, and says how long it ran, in seconds. */
    double awaitFinished(JobID job) throws Exception {
        JobResult result = flink.requestJobResult(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (!result.isSuccess()) {
            throw new IllegalStateException(
                    "the job did not finish",
                    result.getSerializedThrowable()
                            .map(failure -> failure.deserializeError(Cluster.class.getClassLoader()))
                            .orElse(null));
        }
        return result.getNetRuntime() / 1e3;
    }

    /** A checkpoint: how long it took, and what it wrote of state and of metadata. */
    record Checkpoint(double seconds, long bytes, long metadataBytes) {}

    Checkpoint checkpoint(JobID job) throws Exception {
        long start = System.nanoTime();
        flink.triggerCheckpoint(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        double seconds = (System.nanoTime() - start) / 1e9;
        AbstractCheckpointStats stats = Objects.requireNonNull(
                        flink.getExecutionGraph(job).get().getCheckpointStatsSnapshot(), "the job has no checkpoints")
                .getHistory()
                .getLatestCompletedCheckpoint();
        return new Checkpoint(seconds, stats.getCheckpointedSize(), stats.getMetadataSize());
    }

    String savepoint(JobID job) throws Exception {
        return flink.triggerSavepoint(
                        job, directory.resolve("savepoints").toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }

    String stopWithSavepoint(JobID job) throws Exception {
        String savepoint = flink.stopWithSavepoint(
                        job, directory.resolve("savepoints").toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        flink.requestJobResult(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        return savepoint;
    }

    void dispose(String savepoint) throws Exception {
        flink.disposeSavepoint(savepoint).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }

    void cancel(JobID job) throws Exception {
        flink.cancelJob(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        flink.requestJobResult(job).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }

    void stop() throws Exception {
        flink.close();
    }
}
