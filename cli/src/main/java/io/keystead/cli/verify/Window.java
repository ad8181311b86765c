package io.keystead.cli.verify;

import io.keystead.cli.BadInput;
import java.util.Arrays;
import java.util.Locale;

/** How Kafka Streams spells a window at the end of a record's key. */
enum Window {
    /** Of {@code TimeWindowedSerializer}, and of the changelog of a suppression of such windows: when it begins. */
    TIME(Long.BYTES),
    /** Of {@code SessionWindowedSerializer} and of a session store's changelog: when it ends and begins. */
    SESSION(2 * Long.BYTES),
    /** Of a window store's changelog: when it begins, and a sequence number. */
    WINDOW_STORE(Long.BYTES + Integer.BYTES);

    private final int bytes;

    Window(int bytes) {
        this.bytes = bytes;
    }

    /** The kind that an option names. */
    static Window parse(String option, String name) {
        return Arrays.stream(values())
                .filter(window -> window.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadInput(
                        option, "\"" + name + "\" is not a kind of window; allowed: time, session, window-store"));
    }

    /** How many bytes it takes. */
    int bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
