package io.keystead.planner.sample;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys from a file or a stream: CSV, TSV, JSON objects or plain lines, also compressed by gzip.
 *
 * <p>A row that holds no key is counted, the first {@value BadRows#SHOWN} with their line numbers, and reading goes on behind
 * it; only a file that has no column for keys is refused as a whole. Lines without anything in them are no rows. A byte order
 * mark at the beginning belongs to no key. Memory does not grow with the file. Immutable; O(size).
 */
public final class KeyFile {
    private static final int LOOKED_AT = 1 << 16;

    private final @Nullable KeyFileFormat format;
    private final KeyColumns columns;
    private final KeyDecoder decoder;

    /**
     * A reader.
     *
     * @param format null to go by the file's name, or, where that does not tell, by its first line
     * @param columns the names of columns
     * @param decoder makes keys of their spelling
     */
    public KeyFile(@Nullable KeyFileFormat format, KeyColumns columns, KeyDecoder decoder) {
        this.format = format;
        this.columns = columns;
        this.decoder = decoder;
    }

    /**
     * Reads a stream to its end and leaves it open.
     *
     * @param name the file's name, which may tell its format
     * @param keys takes the keys
     * @param progress is told how many more bytes of the stream have been read, every now and then
     * @throws KeyFileException if it has no column for keys, is in UTF-16 though it is no file of lines that was asked for, or
     *     is not the gzip that its name says
     * @throws IOException if it cannot be read
     */
    public Rows read(InputStream in, String name, KeySink keys, LongConsumer progress) throws IOException {
        InputStream plain = unmarked(unzipped(new Counted(in, progress), name), format == KeyFileFormat.LINES);
        byte[] first = firstLine(plain);
        Optional<KeyFileFormat> told = Optional.ofNullable(format).or(() -> KeyFileFormat.ofName(name));
        KeyFileFormat found = told.orElseGet(() -> KeyFileFormat.ofFirstLine(first, columns));
        Rows rows = read(plain, found, new RowSink(keys, decoder));
        return told.isPresent() ? rows : rows.byFirstLine();
    }

    private Rows read(InputStream plain, KeyFileFormat found, RowSink rows) throws IOException {
        return switch (found) {
            case CSV -> new SeparatedFile(found, ',', columns).read(plain, rows);
            case TSV -> new SeparatedFile(found, '\t', columns).read(plain, rows);
            case JSONL -> new JsonLines(columns).read(plain, rows);
            case LINES -> lines(plain, rows);
        };
    }

    private static Rows lines(InputStream in, RowSink rows) throws IOException {
        LineReader lines = new LineReader(in);
        while (lines.advance()) {
            int length = lines.endOfText() - lines.start();
            if (lines.isTooLong()) {
                rows.refuse(
                        lines.number(),
                        "longer than " + LineReader.MAX_LENGTH + " bytes; allowed: at most " + RowSink.MAX_KEY_LENGTH);
            } else if (length > 0) {
                rows.add(lines.number(), lines.buffer(), lines.start(), length, 0, 1);
            }
        }
        return new Rows(KeyFileFormat.LINES, rows.good(), rows.bad(), false, false);
    }

    /** By what it begins with, since a stream has no name; a file of that name must be one. */
    private static InputStream unzipped(InputStream in, String name) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, LOOKED_AT);
        byte[] start = peek(buffered, 3);
        boolean zipped = start.length == 3 && start[0] == 0x1f && start[1] == (byte) 0x8b && start[2] == 8;
        if (start.length == 0 || (!zipped && !name.toLowerCase(Locale.ROOT).endsWith(".gz"))) {
            return buffered;
        }
        try {
            return new BufferedInputStream(new GZIPInputStream(new Unended(buffered), LOOKED_AT), LOOKED_AT);
        } catch (ZipException | EOFException e) {
            throw new KeyFileException("is not compressed by gzip, as its name says; allowed: another name, or gzip");
        }
    }

    /** @param bytes whether any bytes are allowed, also those that UTF-16 would begin with */
    private static InputStream unmarked(InputStream in, boolean bytes) throws IOException {
        byte[] start = peek(in, 3);
        if (!bytes && start.length >= 2 && ((start[0] & start[1]) == (byte) 0xFE) && start[0] != start[1]) {
            throw new KeyFileException("is in UTF-16; allowed: UTF-8");
        }
        boolean marked =
                start.length == 3 && start[0] == (byte) 0xEF && start[1] == (byte) 0xBB && start[2] == (byte) 0xBF;
        in.skipNBytes(marked ? 3 : 0);
        return in;
    }

    private static byte[] firstLine(InputStream in) throws IOException {
        byte[] start = peek(in, LOOKED_AT);
        int end = 0;
        while (end < start.length && start[end] != '\n') {
            end++;
        }
        return Arrays.copyOf(start, end);
    }

    private static byte[] peek(InputStream in, int length) throws IOException {
        in.mark(length);
        byte[] start = in.readNBytes(length);
        in.reset();
        return start;
    }

    /**
     * Says that more can be read until the end has been: the reader of gzip takes what a pipe does not hold at the moment for
     * the end of the file where one of its parts ends.
     */
    private static final class Unended extends FilterInputStream {
        private boolean ended;

        Unended(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            ended |= one < 0;
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            ended |= count < 0;
            return count;
        }

        @Override
        public int available() {
            return ended ? 0 : 1;
        }
    }

    /** Tells how much has been read. */
    private static final class Counted extends FilterInputStream {
        private final LongConsumer progress;

        Counted(InputStream in, LongConsumer progress) {
            super(in);
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            progress.accept(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            progress.accept(Math.max(count, 0));
            return count;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
