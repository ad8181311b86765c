package io.keystead.flink.rescale;

import java.io.DataInputStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.RestoredCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobResourceRequirements;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.util.ExceptionUtils;

/** A Flink cluster in this JVM, of whatever line of Flink is on the class path. */
final class Cluster {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Flink flink;

    private Cluster(Flink flink) {
        this.flink = flink;
    }

    /** Gives access to what not every line makes public. */
    @SuppressWarnings("try")
    private static final class Flink extends MiniCluster {
        Flink(MiniClusterConfiguration configuration) {
            super(configuration);
        }

        void require(JobID job, JobResourceRequirements requirements) throws Exception {
            await(await(getDispatcherGatewayFuture()).updateJobResourceRequirements(job, requirements));
        }
    }

    /** Starts a cluster with task managers of so many slots each. */
    static Cluster start(Path directory, int taskManagers, int slotsEach, Map<String, String> settings)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("taskmanager.memory.managed.size", "128m");
        configuration.setString("taskmanager.memory.network.min", "64m");
        configuration.setString("taskmanager.memory.network.max", "64m");
        // Kept by the job manager, a savepoint above 5 MB fails.
        configuration.setString("execution.checkpointing.storage", "filesystem");
        configuration.setString(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        settings.forEach(configuration::setString);
        Flink flink = new Flink(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slotsEach)
                .setHaServices(MiniCluster.HaServices.WITH_LEADERSHIP_CONTROL)
                .withRandomPorts()
                .build());
        flink.start();
        return new Cluster(flink);
    }

    /** Starts a job, from a savepoint or a checkpoint if there is one. */
    JobID submit(JobGraph job, String from) throws Exception {
        if (from != null) {
            job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(from, false));
        }
        // The type of the argument is not the same in all lines.
        Method submit = Arrays.stream(MiniCluster.class.getMethods())
                .filter(method -> method.getName().equals("submitJob"))
                .findFirst()
                .orElseThrow();
        await((Future<?>) submit.invoke(flink, job));
        return job.getJobID();
    }

    /** Waits until every task runs or has finished, with that parallelism where it is not 1. */
    void awaitRunning(JobID job, int parallelism) throws Exception {
        until("every task runs at parallelism " + parallelism, () -> isRunning(graph(job), parallelism));
    }

    private static boolean isRunning(AccessExecutionGraph graph, int parallelism) {
        if (graph.getState().isGloballyTerminalState()) {
            ErrorInfo failure = graph.getFailureInfo();
            throw new AssertionError(
                    "the job is " + graph.getState() + ": " + (failure == null ? "" : failure.getExceptionAsString()));
        }
        if (graph.getState() != JobStatus.RUNNING) {
            return false;
        }
        boolean running = widest(graph) == parallelism;
        for (AccessExecutionVertex vertex : graph.getAllExecutionVertices()) {
            ExecutionState state = vertex.getExecutionState();
            running &= state == ExecutionState.RUNNING || state == ExecutionState.FINISHED;
        }
        return running;
    }

    private AccessExecutionGraph graph(JobID job) throws Exception {
        return await(flink.getExecutionGraph(job));
    }

    String stopWithSavepoint(JobID job, Path directory, SavepointFormatType format) throws Exception {
        String savepoint = await(flink.stopWithSavepoint(job, directory.toUri().toString(), false, format));
        await(flink.requestJobResult(job));
        return savepoint;
    }

    /** Takes a checkpoint, as soon as no task still recovers records that were in flight, which Flink declines. */
    String checkpoint(JobID job) throws Exception {
        AtomicReference<String> taken = new AtomicReference<>();
        until("a checkpoint", () -> {
            try {
                taken.set(await(flink.triggerCheckpoint(job)));
                return true;
            } catch (ExecutionException e) {
                if (ExceptionUtils.findThrowableWithMessage(e, "tasks not ready")
                        .isPresent()) {
                    return false;
                }
                throw new IllegalStateException(e);
            }
        });
        return taken.get();
    }

    /** Ends a job that failed its test, so that the next one has its slots. */
    void abandon(JobID job) {
        try {
            cancel(job);
        } catch (Exception e) {
            // It has ended.
        }
    }

    /**
     * Waits for a checkpoint that starts from now on.
     *
     * @return its id
     */
    long awaitCheckpoint(JobID job) throws Exception {
        long now = latestCheckpoint(job);
        // The next one may have started before.
        until("a second checkpoint after " + now, () -> latestCheckpoint(job) >= now + 2);
        return latestCheckpoint(job);
    }

    private long latestCheckpoint(JobID job) throws Exception {
        CompletedCheckpointStats latest =
                graph(job).getCheckpointStatsSnapshot().getHistory().getLatestCompletedCheckpoint();
        return latest == null ? 0 : latest.getCheckpointId();
    }

    /** Waits until the job was restored from that checkpoint or a later one, and runs again. */
    void awaitRestored(JobID job, long checkpoint, int parallelism) throws Exception {
        until("the job is restored from checkpoint " + checkpoint, () -> {
            RestoredCheckpointStats restored =
                    graph(job).getCheckpointStatsSnapshot().getLatestRestoredCheckpoint();
            return restored != null && restored.getCheckpointId() >= checkpoint;
        });
        awaitRunning(job, parallelism);
    }

    /** The parallelism of the keyed operators. */
    int parallelism(JobID job) throws Exception {
        return widest(graph(job));
    }

    private static int widest(AccessExecutionGraph graph) {
        int widest = 1;
        for (AccessExecutionJobVertex vertex : graph.getVerticesTopologically()) {
            widest = Math.max(widest, vertex.getParallelism());
        }
        return widest;
    }

    void cancel(JobID job) throws Exception {
        await(flink.cancelJob(job));
        await(flink.requestJobResult(job));
    }

    void awaitFinished(JobID job) throws Exception {
        JobResult result = await(flink.requestJobResult(job));
        if (!result.isSuccess()) {
            throw new AssertionError(
                    "the job did not finish",
                    result.getSerializedThrowable()
                            .map(failure -> failure.deserializeError(Cluster.class.getClassLoader()))
                            .orElse(null));
        }
    }

    /** Takes the leadership from the job's manager, which stops all its tasks, and gives it to a new one. */
    void failJobManager(JobID job) throws Exception {
        HaLeadershipControl control = flink.getHaLeadershipControl().orElseThrow();
        await(control.revokeJobMasterLeadership(job));
        await(control.grantJobMasterLeadership(job));
    }

    void startTaskManager() throws Exception {
        flink.startTaskManager();
    }

    void killTaskManager(int index) throws Exception {
        await(flink.terminateTaskManager(index));
    }

    /** Asks an adaptive scheduler for another parallelism of the vertices that do not have 1. */
    void rescale(JobGraph job, int parallelism) throws Exception {
        JobResourceRequirements.Builder requirements = JobResourceRequirements.newBuilder();
        job.getVertices()
                .forEach(vertex -> requirements.setParallelismForJobVertex(
                        vertex.getID(), 1, vertex.getParallelism() == 1 ? 1 : parallelism));
        flink.require(job.getJobID(), requirements.build());
    }

    /** The bytes of records that were on their way when the checkpoint was taken, by its own metadata. */
    static long bytesInFlight(String checkpoint) throws Exception {
        Path metadata = Path.of(URI.create(checkpoint)).resolve("_metadata");
        long bytes = 0;
        try (DataInputStream in = new DataInputStream(Files.newInputStream(metadata))) {
            for (OperatorState operator : Checkpoints.loadCheckpointMetadata(
                            in, Cluster.class.getClassLoader(), checkpoint)
                    .getOperatorStates()) {
                for (OperatorSubtaskState subtask : operator.getStates()) {
                    bytes += subtask.getInputChannelState().getStateSize()
                            + subtask.getResultSubpartitionState().getStateSize();
                }
            }
        }
        return bytes;
    }

    /** Waits for a condition. */
    static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, condition, () -> "");
    }

    /** Waits for a condition, and says how far it came if it does not hold in time. */
    static void until(String what, Callable<Boolean> condition, Supplier<Object> soFar) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + PATIENCE + ": " + what + "; so far: " + soFar.get());
            }
            Thread.sleep(10);
        }
    }

    private static boolean holds(Callable<Boolean> condition) throws Exception {
        try {
            return condition.call();
        } catch (ExecutionException e) {
            // The job's manager that was asked is just gone, or not there yet.
            return false;
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    void close() throws Exception {
        flink.close();
    }
}
