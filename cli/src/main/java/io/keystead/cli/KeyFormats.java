package io.keystead.cli;

import io.keystead.hrw.text.KeyFormat;

/** Reads key formats as options give them. */
public final class KeyFormats {
    private KeyFormats() {}

    /**
     * The format that an option names.
     *
     * @throws BadInput in one line that names the option, the text and what is allowed
     */
    public static KeyFormat parse(String option, String name) {
        return BadInput.from(option, () -> KeyFormat.parse(name));
    }
}
