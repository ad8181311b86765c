package io.keystead.cli.flink;

import io.keystead.cli.BadInput;
import io.keystead.flink.savepoint.SavepointException;
import java.util.function.Supplier;

/** Calls into Flink without its log lines, and with its refusals in this command's words. */
final class FlinkCalls {
    private FlinkCalls() {}

    /**
     * What a call gives.
     *
     * @param debug whether Flink's warnings are wanted; the first call of a process decides
     * @throws BadInput if the savepoint does not do
     */
    static <T> T call(boolean debug, Supplier<T> body) {
        // Read by the first logger of a process, and by nothing after it.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", debug ? "warn" : "off");
        try {
            return body.get();
        } catch (SavepointException e) {
            throw new BadInput(String.valueOf(e.getMessage()), e);
        }
    }
}
