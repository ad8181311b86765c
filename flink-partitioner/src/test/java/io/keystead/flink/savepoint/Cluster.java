package io.keystead.flink.savepoint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A Flink cluster in this JVM with 16 slots. */
final class Cluster {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MiniCluster flink;
    private final Path directory;

    private Cluster(MiniCluster flink, Path directory) {
        this.flink = flink;
        this.directory = directory;
    }

    /** @param directory for savepoints */
    static Cluster start(Path directory) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.parse("128m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.parse("64m"));
        MiniCluster flink = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(8)
                .withRandomPorts()
                .build());
        flink.start();
        return new Cluster(flink, directory);
    }

    JobID submit(StreamExecutionEnvironment job, @Nullable String savepoint) throws Exception {
        JobGraph graph = job.getStreamGraph().getJobGraph();
        if (savepoint != null) {
            graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint, false));
        }
        flink.submitJob(graph).get();
        return graph.getJobID();
    }

    /** Waits for something that a running job is to do. */
    void await(JobID job, String what, BooleanSupplier done) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!done.getAsBoolean()) {
            JobStatus status = flink.getJobStatus(job).get();
            if (status.isGloballyTerminalState()) {
                throw new AssertionError("the job is " + status + " before " + what + ": " + failure(job));
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + PATIENCE + " for " + what);
            }
            Thread.sleep(20);
        }
    }

    /** Ends a job with a savepoint and gives its location. */
    String stop(JobID job, SavepointFormatType format) throws Exception {
        String savepoint = flink.stopWithSavepoint(job, directory.toUri().toString(), false, format)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        flink.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return savepoint;
    }

    /** Waits until a job has finished by itself. */
    void finish(JobID job) throws Exception {
        JobResult result = flink.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!result.isSuccess()) {
            throw new AssertionError("the job failed: " + text(result));
        }
    }

    /** Waits until a job has failed and gives all that it says of the reason. */
    String failure(JobID job) throws Exception {
        JobResult result = flink.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return result.isSuccess() ? "it did not fail" : text(result);
    }

    private static String text(JobResult result) {
        return result.getSerializedThrowable()
                .map(failure -> failure.getFullStringifiedStackTrace())
                .orElse("no reason given");
    }

    void shutDown() throws Exception {
        flink.close();
    }
}
