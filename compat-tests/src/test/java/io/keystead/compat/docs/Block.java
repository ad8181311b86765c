package io.keystead.compat.docs;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fenced block of a page.
 *
 * <p>{@code sh} has commands, and {@code console} commands after {@code $ } with what they print; these are run. All
 * other languages are shown only. Comments right before a block say how it is run:
 *
 * <ul>
 *   <li>{@code <!-- not run: REASON -->}: not at all, for one of the {@link Reason reasons};
 *   <li>{@code <!-- needs: clients of other languages -->}: only where {@link io.keystead.compat.Clients they} are;
 *   <li>{@code <!-- exit 1 -->}: its last command ends with this exit code, and not with 0;
 *   <li>{@code <!-- starts -->}: its only command goes on until the page ends;
 *   <li>{@code <!-- before: ... -->}: commands on lines of their own that make what a reader has already.
 * </ul>
 *
 * @param place file and line, for messages
 * @param language after the fence
 * @param text the lines inside, without the fence's indentation
 */
record Block(
        String place,
        String language,
        List<String> text,
        @Nullable Reason notRun,
        boolean needsClients,
        int exitCode,
        boolean starts,
        List<String> before) {
    /** Every fence names one of these. */
    static final Set<String> LANGUAGES =
            Set.of("sh", "console", "text", "properties", "java", "python", "sql", "json", "yaml", "xml");

    boolean hasCommands() {
        return language.equals("sh") || language.equals("console");
    }
}
