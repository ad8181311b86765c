package io.keystead.flink.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.flink.rescale.Staged.Ending;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.core.execution.SavepointFormatType;

/** The ways from one parallelism to the next. */
enum Way {
    /** A canonical savepoint. */
    CANONICAL {
        @Override
        Ending ending(Cluster cluster, Path directory) {
            return (job, end) -> cluster.stopWithSavepoint(job, directory, SavepointFormatType.CANONICAL);
        }
    },
    /** A savepoint in the state backend's own format. */
    NATIVE {
        @Override
        Ending ending(Cluster cluster, Path directory) {
            return (job, end) -> cluster.stopWithSavepoint(job, directory, SavepointFormatType.NATIVE);
        }
    },
    /** A checkpoint that outlives its job, which runs on for a while and is cancelled. */
    CHECKPOINT {
        @Override
        Ending ending(Cluster cluster, Path directory) {
            return (job, end) -> {
                String checkpoint = cluster.checkpoint(job);
                Cluster.until("event " + end, () -> Gate.next() >= end);
                cluster.cancel(job);
                return checkpoint;
            };
        }
    },
    /** A checkpoint that outlives its job and holds the records that were between its operators. */
    UNALIGNED {
        @Override
        Map<String, String> settings() {
            return Map.of("execution.checkpointing.unaligned.enabled", "true");
        }

        @Override
        Ending ending(Cluster cluster, Path directory) {
            return (job, end) -> {
                Faults.slow();
                Gate.open(end + IN_FLIGHT);
                Cluster.until("event " + (end + IN_FLIGHT), () -> Gate.next() >= end + IN_FLIGHT);
                String checkpoint = cluster.checkpoint(job);
                Faults.reset();
                cluster.cancel(job);
                long bytes = Cluster.bytesInFlight(checkpoint);
                assertThat(bytes).as("bytes in flight in %s", checkpoint).isPositive();
                System.out.println("    " + bytes + " bytes in flight");
                return checkpoint;
            };
        }
    },
    /** Tasks fail twice and the job's manager once, and then a savepoint. */
    FAULTS {
        @Override
        Map<String, String> settings() {
            return Map.of(
                    "execution.checkpointing.interval", "100ms",
                    "restart-strategy.type", "fixed-delay",
                    "restart-strategy.fixed-delay.attempts", "100",
                    "restart-strategy.fixed-delay.delay", "10ms");
        }

        @Override
        Ending ending(Cluster cluster, Path directory) {
            return (job, end) -> {
                int parallelism = cluster.parallelism(job);
                for (int fault = 1; fault <= 2; fault++) {
                    long checkpoint = cluster.awaitCheckpoint(job);
                    Faults.failOnce();
                    Gate.open(end + fault * IN_FLIGHT);
                    Cluster.until("the task fails", Faults::failed);
                    cluster.awaitRestored(job, checkpoint, parallelism);
                    Tally.fault();
                }
                long checkpoint = cluster.awaitCheckpoint(job);
                cluster.failJobManager(job);
                cluster.awaitRestored(job, checkpoint, parallelism);
                Tally.fault();
                return cluster.stopWithSavepoint(job, directory, SavepointFormatType.CANONICAL);
            };
        }
    };

    /** Events beyond a stage's end that a fault needs: to strike a record, or to fill buffers. */
    static final long IN_FLIGHT = 150;

    /** What the job must be told. */
    Map<String, String> settings() {
        return Map.of();
    }

    abstract Ending ending(Cluster cluster, Path directory);

    /** Late events are late by the watermark, which an unaligned checkpoint lets fall behind the records. */
    boolean keepsWatermarks() {
        return this != UNALIGNED;
    }
}
