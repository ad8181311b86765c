package io.keystead.flink.operator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Finds an operator that writes raw operator state, where slotted state has its place, before the job runs.
 *
 * <p>No type tells whether an operator does; but a class that calls {@code getRawOperatorStateOutput} has that name in
 * its constant pool. An operator that hides the call in a helper class is found at its first checkpoint.
 */
final class RawStateUse {
    private static final String CALL = "getRawOperatorStateOutput";

    private RawStateUse() {}

    /** @throws UnsupportedOperationException if the operator, or a class that it extends, calls for raw operator state */
    static void refuse(String operation, Class<?> operator) {
        Class<?> type = operator;
        // Flink's own operators write none.
        while (type != null && !type.getName().startsWith("org.apache.flink.")) {
            if (calls(type)) {
                throw new UnsupportedOperationException(
                        "the operation \"" + operation + "\" writes raw operator state (" + type.getName()
                                + "), where HrwStreams.keyBy keeps the keyed state; allowed: managed state");
            }
            type = type.getSuperclass();
        }
    }

    private static boolean calls(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            // A class that was made at run time has no file.
            return in != null && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(CALL);
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + type.getName() + " cannot be read", e);
        }
    }
}
