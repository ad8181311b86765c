package com.example.flinkorders;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/**
 * A job that runs, and does not any more when this is closed.
 *
 * @param client by which it is told what to do
 */
record RunningJob(JobClient client) implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    /** Done when the job has ended. */
    CompletableFuture<JobExecutionResult> result() {
        return client.getJobExecutionResult();
    }

    /** Begins to stop it; the path of the savepoint comes when it has stopped. */
    CompletableFuture<String> stop(Path directory) {
        return client.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL)
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        if (result().isDone()) {
            return;
        }
        try {
            client.cancel();
        } catch (RuntimeException e) {
            // It is just ending by itself.
        }
        result().completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(cancelled -> null)
                .join();
    }
}
