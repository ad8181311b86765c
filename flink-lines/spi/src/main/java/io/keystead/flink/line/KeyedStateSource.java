package io.keystead.flink.line;

import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;

/** Where an operator's keyed state comes from. */
public interface KeyedStateSource {
    /**
     * Makes the backend of one operator, restored.
     *
     * @throws Exception if the state cannot be restored; the task fails with it
     */
    CheckpointableKeyedStateBackend<?> backend(KeyedStateRequest request) throws Exception;
}
