package io.keystead.flink.line;

import java.util.OptionalLong;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.AsyncKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;
import org.apache.flink.util.CloseableIterable;
import org.jspecify.annotations.Nullable;

/**
 * The state of one operator: keyed state and timers as given, managed operator state as Flink made it, no raw state.
 *
 * <p>Compiled against the newest line, whose interface has all that the older ones have; the methods that an older line
 * does not know are never called there.
 */
public final class KeyedContext implements StreamOperatorStateContext {
    private final StreamOperatorStateContext flink;
    private final TypeSerializer<?> keySerializer;
    private final CheckpointableKeyedStateBackend<?> backend;
    private final InternalTimeServiceManager<?> timers;

    /**
     * @param flink made without a key serializer
     * @param timers kept in {@code backend}
     */
    public KeyedContext(
            StreamOperatorStateContext flink,
            TypeSerializer<?> keySerializer,
            CheckpointableKeyedStateBackend<?> backend,
            InternalTimeServiceManager<?> timers) {
        this.flink = flink;
        this.keySerializer = keySerializer;
        this.backend = backend;
        this.timers = timers;
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return flink.getRestoredCheckpointId();
    }

    @Override
    public OperatorStateBackend operatorStateBackend() {
        return flink.operatorStateBackend();
    }

    @Override
    public TypeSerializer<?> keySerializer() {
        return keySerializer;
    }

    @Override
    public CheckpointableKeyedStateBackend<?> keyedStateBackend() {
        return backend;
    }

    @Override
    public InternalTimeServiceManager<?> internalTimerServiceManager() {
        return timers;
    }

    @Override
    public @Nullable AsyncKeyedStateBackend<?> asyncKeyedStateBackend() {
        return null;
    }

    @Override
    public @Nullable InternalTimeServiceManager<?> asyncInternalTimerServiceManager() {
        return null;
    }

    /** None: the raw operator state is the keyed state's, see who made {@code backend}. */
    @Override
    public CloseableIterable<StatePartitionStreamProvider> rawOperatorStateInputs() {
        return CloseableIterable.empty();
    }

    @Override
    public CloseableIterable<KeyGroupStatePartitionStreamProvider> rawKeyedStateInputs() {
        return CloseableIterable.empty();
    }
}
