package io.keystead.flink.operator;

import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.runtime.state.StateBackend;

/**
 * Which kinds of keyed state slots can be cut out of.
 *
 * <p>Asked twice: with the job's configuration when its graph is built, so that a mistake is found before anything runs,
 * and with the state backend itself in the task, since a cluster has settings that the client does not see.
 */
public final class StateSupport {
    private StateSupport() {}

    /**
     * Refuses what a configuration asks for.
     *
     * @throws UnsupportedOperationException naming the option, its value and what is allowed
     */
    public static void check(ReadableConfig config) {
        if (config.get(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG)) {
            throw refused(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG.key(), "true", "false");
        }
        // Flink's own operators, which run then, take their keys sorted or not at all.
        if (config.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
            if (!config.get(ExecutionOptions.SORT_INPUTS)) {
                throw refused(ExecutionOptions.SORT_INPUTS.key(), "false", "true, in batch mode");
            }
            if (!config.get(ExecutionOptions.USE_BATCH_STATE_BACKEND)) {
                throw refused(ExecutionOptions.USE_BATCH_STATE_BACKEND.key(), "false", "true, in batch mode");
            }
        }
        Optional<String> backend = config.getOptional(StateBackendOptions.STATE_BACKEND);
        if (backend.isPresent() && isForSt(backend.get())) {
            throw refused(StateBackendOptions.STATE_BACKEND.key(), backend.get(), "hashmap or rocksdb");
        }
    }

    private static UnsupportedOperationException refused(String option, String value, String allowed) {
        return new UnsupportedOperationException(
                option + "=" + value + " does not go with HrwStreams.keyBy; allowed: " + allowed);
    }

    /** Flink's operators with asynchronous state stand in a package of their own. */
    static void check(Class<?> operator) {
        for (Class<?> type = operator; type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith("org.apache.flink.runtime.asyncprocessing.")) {
                throw asynchronous();
            }
        }
    }

    static UnsupportedOperationException asynchronous() {
        return new UnsupportedOperationException("asynchronous state (state v2) does not go with HrwStreams.keyBy;"
                + " allowed: synchronous state, without enableAsyncState()");
    }

    static void check(StateBackend backend) {
        if (isForSt(backend.getClass().getName())) {
            throw unsupported(backend);
        }
    }

    static UnsupportedOperationException unsupported(StateBackend backend) {
        return new UnsupportedOperationException("the state backend "
                + backend.getClass().getSimpleName() + " does not go with HrwStreams.keyBy; allowed:"
                + " state.backend.type=hashmap or rocksdb, with state.changelog.enabled=false");
    }

    private static boolean isForSt(String name) {
        return name.regionMatches(true, name.lastIndexOf('.') + 1, "forst", 0, "forst".length());
    }
}
