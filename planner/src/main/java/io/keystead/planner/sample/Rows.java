package io.keystead.planner.sample;

/**
 * What a file was found to hold.
 *
 * @param format its format
 * @param good how many rows had a key
 * @param bad those that had none that could be read
 * @param sized whether it tells bytes
 * @param counted whether it tells how many records a row stands for
 * @param guessed whether its first line told the format, since neither its name did nor who asked for it
 */
public record Rows(KeyFileFormat format, long good, BadRows bad, boolean sized, boolean counted, boolean guessed) {
    Rows(KeyFileFormat format, long good, BadRows bad, boolean sized, boolean counted) {
        this(format, good, bad, sized, counted, false);
    }

    Rows byFirstLine() {
        return new Rows(format, good, bad, sized, counted, true);
    }
}
