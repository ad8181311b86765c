package io.keystead.planner.sample;

import java.io.IOException;

/** A file that is not what its format says from the first row on. The message is one line that goes behind the file's name. */
public final class KeyFileException extends IOException {
    KeyFileException(String message) {
        super(message);
    }
}
