package io.keystead.planner.sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file with quoted fields as its parser can read it to the end: a row whose quotes are wrong is refused and an empty line
 * stands in its place, so that a quote that is lost does not swallow what follows and lines keep their numbers.
 *
 * <p>A quote that is not closed takes its line with it and no more. Not thread-safe.
 */
final class WholeRows extends InputStream {
    private final LineReader lines;
    private final RowSink rows;
    private final byte separator;
    /** Lines that were read as part of a row that is none, to be looked at again. */
    private final Deque<byte[]> again = new ArrayDeque<>();

    private long line;
    private byte[] row = new byte[0];
    private int at;

    WholeRows(InputStream in, char separator, RowSink rows) {
        this.lines = new LineReader(in);
        this.separator = (byte) separator;
        this.rows = rows;
    }

    @Override
    public int read() throws IOException {
        return more() ? row[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        int done = 0;
        while (done < length && more()) {
            int count = Math.min(length - done, row.length - at);
            System.arraycopy(row, at, into, offset + done, count);
            at += count;
            done += count;
        }
        return done == 0 && length > 0 ? -1 : done;
    }

    private boolean more() throws IOException {
        while (at == row.length) {
            byte @Nullable [] first = line();
            if (first == null) {
                return false;
            }
            row = row(first);
            at = 0;
        }
        return true;
    }

    /** The next line with its line feed; null at the end. */
    private byte @Nullable [] line() throws IOException {
        byte @Nullable [] known = again.poll();
        if (known != null) {
            line++;
            return known;
        }
        if (!lines.advance()) {
            return null;
        }
        line++;
        if (lines.isTooLong()) {
            rows.refuse(line, "longer than " + LineReader.MAX_LENGTH + " bytes; allowed: at most so many");
            return new byte[] {'\n'};
        }
        byte[] bytes = Arrays.copyOfRange(lines.buffer(), lines.start(), lines.end() + 1);
        bytes[bytes.length - 1] = '\n';
        return bytes;
    }

    /** The whole row that a line begins, or an empty line. */
    private byte[] row(byte[] first) throws IOException {
        Quotes quotes = new Quotes(separator);
        quotes.read(first);
        if (quotes.isClosed()) {
            return first;
        }
        long number = line;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        Deque<byte[]> behind = new ArrayDeque<>();
        while (!quotes.isClosed() && !quotes.isWrong() && all.size() <= LineReader.MAX_LENGTH) {
            byte @Nullable [] next = line();
            if (next == null) {
                break;
            }
            behind.add(next);
            all.writeBytes(next);
            quotes.read(next);
        }
        if (quotes.isClosed()) {
            return all.toByteArray();
        }
        rows.refuse(number, quotes.isWrong() ? quotes.wrong() : "the quote is not closed; allowed: RFC 4180");
        line = number;
        while (!behind.isEmpty()) {
            again.addFirst(behind.removeLast());
        }
        return new byte[] {'\n'};
    }

    /** Where in a row's quotes one is. */
    private static final class Quotes {
        private enum State {
            BEGINNING,
            PLAIN,
            QUOTED,
            AFTER_QUOTE,
            AFTER_RETURN
        }

        private final byte separator;
        private State state = State.BEGINNING;
        private String wrong = "";

        Quotes(byte separator) {
            this.separator = separator;
        }

        /** Reads a line with its line feed. */
        void read(byte[] bytes) {
            for (byte here : bytes) {
                state = after(here);
            }
        }

        private State after(byte here) {
            boolean ends = here == separator || here == '\n';
            return switch (state) {
                case BEGINNING, PLAIN -> {
                    if (ends) {
                        yield State.BEGINNING;
                    }
                    if (here == '\r') {
                        yield State.AFTER_RETURN;
                    }
                    yield here == '"' && state == State.BEGINNING ? State.QUOTED : State.PLAIN;
                }
                case QUOTED -> here == '"' ? State.AFTER_QUOTE : State.QUOTED;
                case AFTER_QUOTE -> {
                    if (ends) {
                        yield State.BEGINNING;
                    }
                    if (here == '\r') {
                        yield State.AFTER_RETURN;
                    }
                    if (here != '"') {
                        wrong("more after a closing quote");
                    }
                    yield State.QUOTED;
                }
                case AFTER_RETURN -> {
                    if (here != '\n') {
                        wrong("a carriage return without a line feed");
                    }
                    yield State.BEGINNING;
                }
            };
        }

        private void wrong(String what) {
            wrong = wrong.isEmpty() ? what + "; allowed: RFC 4180" : wrong;
        }

        boolean isClosed() {
            return state == State.BEGINNING && !isWrong();
        }

        boolean isWrong() {
            return !wrong.isEmpty();
        }

        String wrong() {
            return wrong;
        }
    }
}
