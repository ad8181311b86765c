package io.keystead.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Error messages in the code's own words: each is provoked when its row is added. Not thread-safe. */
public final class RefusalTable {
    private final MarkdownTable table;

    /** An empty table. */
    public RefusalTable(String headOfCauses) {
        this.table = new MarkdownTable(headOfCauses, "says");
    }

    /**
     * Adds what is said.
     *
     * @param cause what is done, as Markdown
     * @param refused does it, and must throw; its message must be one line
     */
    public RefusalTable add(String cause, ThrowingCallable refused) {
        Throwable thrown = catchThrowable(refused);
        assertThat(thrown)
                .as("refusal of %s", cause)
                .isInstanceOf(Exception.class)
                // These are faults, whatever they say.
                .isNotInstanceOfAny(
                        NullPointerException.class, ClassCastException.class, IndexOutOfBoundsException.class);
        return add(cause, String.valueOf(thrown.getMessage()));
    }

    /** Adds a message that was provoked elsewhere. */
    public RefusalTable add(String cause, String message) {
        assertThat(message).as("message for %s", cause).isNotBlank().doesNotContain("\n");
        table.row(cause, MarkdownTable.plain(message));
        return this;
    }

    /** Lines as a file of properties has them, {@code name=value}. */
    public static Map<String, String> properties(String... lines) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String line : lines) {
            properties.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        return properties;
    }

    /** The table, the last line ended. */
    @Override
    public String toString() {
        return table.toString();
    }
}
