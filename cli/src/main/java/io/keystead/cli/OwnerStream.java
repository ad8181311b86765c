package io.keystead.cli;

import io.keystead.hrw.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns lines of keys into lines of keys with their owners, in bounded memory.
 *
 * <p>Works on bytes: no text is made of a line, and a key whose bytes decide as they stand is hashed where it stands. Output
 * is written whenever the input read so far is done, so a slow stream is answered line by line. Not thread-safe; use
 * once.
 */
final class OwnerStream {
    private static final int CHUNK = 1 << 16;

    private final Placement placement;
    private final byte[][] endings;
    private final SpelledKeys keys;
    private final boolean stripCr;
    private final Console console;

    private byte[] input = new byte[CHUNK];
    private byte[] output = new byte[2 * CHUNK];
    private int written;
    private long lines;

    /** @param stripCr whether a carriage return at the end of a line is not part of the key */
    OwnerStream(Placement placement, SpelledKeys keys, boolean stripCr, Console console) {
        this.placement = placement;
        this.endings = placement.active().stream()
                .map(candidate -> ("\t" + candidate.id() + "\n").getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.keys = keys;
        this.stripCr = stripCr;
        this.console = console;
    }

    /**
     * Reads to the end.
     *
     * @throws BadInput if a line is not a key of the format; what came before it has been answered
     */
    void run() {
        int filled = 0;
        for (int count = read(filled); count >= 0; count = read(filled)) {
            int done = answerLines(filled, filled + count);
            filled = filled + count - done;
            System.arraycopy(input, done, input, 0, filled);
            flush();
            if (filled == input.length) {
                input = Arrays.copyOf(input, 2 * input.length);
            }
        }
        if (filled > 0) {
            answer(0, filled);
        }
        flush();
    }

    private int read(int offset) {
        try {
            return console.in().read(input, offset, input.length - offset);
        } catch (IOException e) {
            throw new BadInput("standard input", "cannot be read: " + e.getMessage(), e);
        }
    }

    /** Answers every whole line, and returns where the rest begins. Nothing before {@code from} ends a line. */
    private int answerLines(int from, int to) {
        byte[] bytes = input;
        int start = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                answer(start, i);
                start = i + 1;
            }
        }
        return start;
    }

    private void answer(int start, int end) {
        lines++;
        int length = end - start;
        if (stripCr && length > 0 && input[end - 1] == '\r') {
            length--;
        }
        byte[] ending = endings[owner(start, length)];
        int needed = length + ending.length;
        if (output.length - written < needed) {
            flush();
            if (output.length < needed) {
                output = new byte[needed];
            }
        }
        System.arraycopy(input, start, output, written, length);
        System.arraycopy(ending, 0, output, written + length, ending.length);
        written += needed;
    }

    private int owner(int start, int length) {
        if (keys.areBytes()) {
            return placement.owner(input, start, length);
        }
        try {
            return placement.owner(keys.placed(input, start, length));
        } catch (IllegalArgumentException e) {
            flush();
            throw new BadInput("line " + lines + " of standard input", String.valueOf(e.getMessage()), e);
        }
    }

    private void flush() {
        console.write(output, written);
        written = 0;
    }
}
