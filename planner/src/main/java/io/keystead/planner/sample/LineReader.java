package io.keystead.planner.sample;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bytes, in bounded memory however long they are. Not thread-safe. */
final class LineReader {
    /** The longest line that is kept whole, in bytes. */
    static final int MAX_LENGTH = 1 << 20;

    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private byte[] buffer = new byte[CHUNK];
    private int filled;
    private int next;
    private int start;
    private int end;
    private long number;
    private boolean tooLong;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Goes to the next line, and tells whether there is one. */
    boolean advance() throws IOException {
        start = next;
        tooLong = false;
        int at = next;
        while (true) {
            for (; at < filled; at++) {
                if (buffer[at] == '\n') {
                    return line(at, at + 1);
                }
            }
            if (at - start > MAX_LENGTH) {
                // Its beginning is of no use any more.
                tooLong = true;
                start = at;
            }
            at = read(at);
            if (at == filled) {
                return (tooLong || start < filled) && line(filled, filled);
            }
        }
    }

    private boolean line(int lineEnd, int behind) {
        tooLong |= lineEnd - start > MAX_LENGTH;
        end = lineEnd;
        next = behind;
        number++;
        return true;
    }

    /** Reads more behind what is there, and returns where the place is now that was {@code at}; the end where no more is. */
    private int read(int at) throws IOException {
        int kept = filled - start;
        System.arraycopy(buffer, start, buffer, 0, kept);
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int moved = at - start;
        start = 0;
        next = 0;
        filled = kept;
        int count = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(count, 0);
        return moved;
    }

    /** Whether the line is longer than {@value #MAX_LENGTH}; there are no bytes of it then. */
    boolean isTooLong() {
        return tooLong;
    }

    /** The line's bytes lie in this, from {@link #start()} to {@link #end()}, until the next call. */
    byte[] buffer() {
        return buffer;
    }

    int start() {
        return start;
    }

    /** Where the line feed is, or the end. */
    int end() {
        return end;
    }

    /** As {@link #end()}, before a carriage return at the end. */
    int endOfText() {
        return end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    }

    /** The number of the line, from 1. */
    long number() {
        return number;
    }
}
