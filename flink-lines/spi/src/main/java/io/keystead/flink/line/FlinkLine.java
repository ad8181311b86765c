package io.keystead.flink.line;

import java.util.Optional;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.transformations.ReduceTransformation;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * The calls into Flink's internals that are not the same in all lines of Flink.
 *
 * <p>Stateless and thread-safe. A line is added by one more implementation, compiled against that line.
 */
public interface FlinkLine {
    /**
     * An initializer that takes an operator's keyed state from a source of ours and everything else from Flink.
     *
     * <p>It refuses an operator with asynchronous state with an {@link UnsupportedOperationException}.
     *
     * @param task that runs the operator
     * @param flink the initializer of the task
     * @param source asked once for each operator that has a key serializer
     */
    StreamTaskStateInitializer initializer(
            StreamTask<?, ?> task, StreamTaskStateInitializer flink, KeyedStateSource source);

    /** The timers of one operator, which are kept in its keyed state backend; none are restored from raw state. */
    <K> InternalTimeServiceManager<K> timers(KeyedStateRequest request, CheckpointableKeyedStateBackend<K> backend)
            throws Exception;

    /** The same operator with another parallelism and no state: its id, max parallelism and, where kept, name and uid. */
    OperatorState withoutState(OperatorState operator, int parallelism);

    /** The operator's name; empty where savepoints of this line hold none. */
    Optional<String> name(OperatorState operator);

    /** The operator's uid; empty where it has none, or savepoints of this line hold none. */
    Optional<String> uid(OperatorState operator);

    /** Whether a reduction was told to keep its state asynchronously (state v2). */
    boolean isAsynchronous(ReduceTransformation<?, ?> reduction);
}
