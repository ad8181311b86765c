package io.keystead.cli.demo;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.keystead.cli.BadInput;
import io.keystead.cli.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys: one a line, or a CSV file whose header begins with {@code key} or {@code package} and may have a column
 * {@code bytes}. A byte order mark at the beginning belongs to neither.
 */
final class KeyFile {
    private static final String OPTION = "--keys";
    private static final String BUILT_IN = "debian-packages.csv.gz";
    private static final Set<String> KEY_COLUMNS = Set.of("key", "package");
    private static final String BYTES_COLUMN = "bytes";
    private static final int MAX_KEY_LENGTH = 1 << 16;
    private static final long MAX_SIZE = 1L << 50;

    private final Path file;
    private final byte[] content;
    private final String name;

    private KeyFile(Path file, byte[] content, String name) {
        this.file = file;
        this.content = withoutMark(content);
        this.name = name;
    }

    /**
     * The keys of a file.
     *
     * @throws BadInput if it cannot be read, a line is not what its format says, or there are fewer than two keys
     */
    static KeySet read(Path file) {
        try {
            return new KeyFile(file, Files.readAllBytes(file), "keys of " + file.getFileName()).keys();
        } catch (IOException e) {
            throw Unreadable.file(OPTION, file, e);
        }
    }

    /** The names of Debian's packages with their sizes. */
    static KeySet builtIn() {
        try (InputStream in = Objects.requireNonNull(KeyFile.class.getResourceAsStream(BUILT_IN), BUILT_IN);
                InputStream unzipped = new GZIPInputStream(in)) {
            return new KeyFile(Path.of(BUILT_IN), unzipped.readAllBytes(), "names of Debian packages").keys();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeySet keys() {
        KeySet keys = isCsv() ? csv() : lines();
        if (keys.size() < 2) {
            throw refusal("has " + keys.size() + (keys.size() == 1 ? " key" : " keys")
                    + "; allowed: at least 2 distinct keys");
        }
        return keys;
    }

    /** Some programs write one before UTF-8. */
    private static byte[] withoutMark(byte[] content) {
        boolean marked = content.length >= 3
                && content[0] == (byte) 0xEF
                && content[1] == (byte) 0xBB
                && content[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(content, 3, content.length) : content;
    }

    private boolean isCsv() {
        int end = 0;
        while (end < content.length && content[end] != '\n') {
            end++;
        }
        String header = new String(content, 0, end, StandardCharsets.UTF_8).strip();
        return KEY_COLUMNS.contains(header.split(",", 2)[0].replace("\"", ""));
    }

    private KeySet lines() {
        KeySet.Builder keys = KeySet.builder(name, false);
        int start = 0;
        long line = 1;
        for (int i = 0; i <= content.length; i++) {
            if (i == content.length || content[i] == '\n') {
                int end = i > start && content[i - 1] == '\r' ? i - 1 : i;
                if (end > start) {
                    add(keys, Arrays.copyOfRange(content, start, end), 0, line);
                }
                start = i + 1;
                line++;
            }
        }
        return keys.build();
    }

    /** The parser takes the end of the file for the end of any field, so that a lost quote would swallow the rest. */
    private void refuseOpenQuote() {
        long line = 1;
        long opened = 0;
        boolean quoted = false;
        boolean closed = false;
        byte before = '\n';
        for (byte here : content) {
            if (here == '\n') {
                line++;
            }
            boolean quote = here == '"';
            boolean opens = quote && !quoted && (before == ',' || before == '\n' || before == '\r');
            // Right after one that closed, it makes both a quote within the field.
            boolean goesOn = quote && closed;
            closed = quote && quoted;
            quoted = opens || goesOn || (quoted && !quote);
            opened = opens ? line : opened;
            before = here;
        }
        if (quoted) {
            throw refusal("line " + opened + ": the quote is not closed; allowed: RFC 4180");
        }
    }

    private KeySet csv() {
        refuseOpenQuote();
        // A decoder that reports: two broken keys must not become one.
        Reader reader = new InputStreamReader(new ByteArrayInputStream(content), StandardCharsets.UTF_8.newDecoder());
        try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(reader)) {
            KeySet.@Nullable Builder keys = null;
            for (NamedCsvRecord row : records) {
                boolean sized = row.getHeader().contains(BYTES_COLUMN);
                keys = keys == null ? KeySet.builder(name, sized) : keys;
                long line = row.getStartingLineNumber();
                add(
                        keys,
                        row.getField(0).getBytes(StandardCharsets.UTF_8),
                        bytes(row.findField(BYTES_COLUMN), line),
                        line);
            }
            return keys == null ? KeySet.builder(name, false).build() : keys.build();
        } catch (CsvParseException e) {
            // The outer one names the line only, the inner one the record and what is wrong with it.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw refusal("is not CSV: " + cause.getMessage() + "; allowed: RFC 4180");
        } catch (IOException | UncheckedIOException e) {
            // All bytes are in memory, so what is left to fail is their meaning.
            throw refusal("is not UTF-8, which CSV must be; allowed: any bytes in a file without header, a key a line");
        }
    }

    private long bytes(Optional<String> field, long line) {
        if (field.isEmpty()) {
            return 0;
        }
        String text = field.get().strip();
        if (!text.matches("\\d{1,16}") || Long.parseLong(text) > MAX_SIZE) {
            throw refusal("line " + line + ": bytes \"" + text + "\"; allowed: a whole number from 0 to 2^50");
        }
        return Long.parseLong(text);
    }

    private void add(KeySet.Builder keys, byte[] key, long bytes, long line) {
        if (key.length > MAX_KEY_LENGTH) {
            throw refusal("line " + line + ": a key of " + key.length + " bytes; allowed: at most " + MAX_KEY_LENGTH);
        }
        keys.add(key, bytes);
    }

    private BadInput refusal(String message) {
        return new BadInput(OPTION, "\"" + file + "\" " + message);
    }
}
