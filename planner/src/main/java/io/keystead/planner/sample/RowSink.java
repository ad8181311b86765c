package io.keystead.planner.sample;

import io.keystead.planner.sample.BadRows.BadRow;
import java.util.ArrayList;
import java.util.List;

/** Checks rows, hands on what is good and counts what is not. Not thread-safe. */
final class RowSink {
    /** The longest key, in bytes. */
    static final int MAX_KEY_LENGTH = 1 << 16;

    private static final long MAX_NUMBER = 1L << 50;
    private static final int SHOWN = 40;

    private final KeySink keys;
    private final KeyDecoder decoder;
    private final List<BadRow> first = new ArrayList<>();
    private long bad;
    private long good;

    RowSink(KeySink keys, KeyDecoder decoder) {
        this.keys = keys;
        this.decoder = decoder;
    }

    /** Takes a row whose key is spelled by {@code length} bytes from {@code offset}. */
    void add(long line, byte[] text, int offset, int length, long bytes, long records) {
        if (length == 0) {
            refuse(line, "the key is empty; allowed: at least one byte");
            return;
        }
        byte[] key;
        try {
            key = decoder.decode(text, offset, length);
        } catch (IllegalArgumentException e) {
            refuse(line, String.valueOf(e.getMessage()));
            return;
        }
        if (key.length > MAX_KEY_LENGTH) {
            refuse(line, "a key of " + key.length + " bytes; allowed: at most " + MAX_KEY_LENGTH);
            return;
        }
        good++;
        keys.add(key, 0, key.length, bytes, records);
    }

    /** Counts a row that is none. */
    void refuse(long line, String reason) {
        bad++;
        if (first.size() < BadRows.SHOWN) {
            first.add(new BadRow(line, reason));
        } else if (line < first.get(first.size() - 1).line()) {
            // A row can be found bad after the row behind it: what is read ahead is looked at first.
            first.add(new BadRow(line, reason));
            sort();
            first.remove(BadRows.SHOWN);
        }
        sort();
    }

    private void sort() {
        first.sort((a, b) -> Long.compare(a.line(), b.line()));
    }

    /**
     * The number that a field holds, -1 after the row was refused because it holds none.
     *
     * @param least the least that is allowed
     */
    long number(long line, String column, String text, long least) {
        String digits = text.strip();
        if (!digits.isEmpty() && digits.length() <= 16 && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            long number = Long.parseLong(digits);
            if (number >= least && number <= MAX_NUMBER) {
                return number;
            }
        }
        refuse(line, column + " \"" + shown(text) + "\"; allowed: a whole number from " + least + " to 2^50");
        return -1;
    }

    /** The beginning of a text, in a form that does no harm on a terminal. */
    static String shown(String text) {
        String safe = text.replaceAll("\\p{C}", "?");
        return safe.length() > SHOWN ? safe.substring(0, SHOWN) + "..." : safe;
    }

    long good() {
        return good;
    }

    BadRows bad() {
        return new BadRows(bad, first);
    }
}
