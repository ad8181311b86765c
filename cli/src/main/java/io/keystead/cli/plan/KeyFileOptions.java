package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.KeyFormats;
import io.keystead.cli.Progress;
import io.keystead.cli.Unreadable;
import io.keystead.hrw.text.KeyFormat;
import io.keystead.planner.sample.KeyColumns;
import io.keystead.planner.sample.KeyFile;
import io.keystead.planner.sample.KeyFileException;
import io.keystead.planner.sample.KeyFileFormat;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.sample.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a file of keys. */
final class KeyFileOptions {
    private static final String KEYS = "--keys";
    private static final String FORMAT = "--format";
    private static final String KEY_FORMAT = "--key-format";
    private static final String STANDARD_INPUT = "-";

    @Option(
            names = KEYS,
            paramLabel = "FILE",
            description = "The keys: CSV, TSV, JSON objects or plain lines, also gzipped; - for standard input.")
    private @Nullable String file;

    @Option(
            names = FORMAT,
            paramLabel = "NAME",
            description = "csv, tsv, jsonl or lines; else the file's name or its first line tells.")
    private @Nullable String format;

    @Option(names = "--key-column", paramLabel = "NAME", description = "The column that has the key; key by default.")
    private String keyColumn = KeyColumns.standard().key();

    @Option(
            names = "--bytes-column",
            paramLabel = "NAME",
            description = "The column that has the bytes of a key's records, where there is one; bytes by default.")
    private String bytesColumn = KeyColumns.standard().bytes();

    @Option(
            names = "--count-column",
            paramLabel = "NAME",
            description =
                    "The column that has how many records a row stands for, where there is one; count by default.")
    private String countColumn = KeyColumns.standard().count();

    @Option(
            names = KEY_FORMAT,
            paramLabel = "NAME",
            description = "How keys are spelled: string (the default), hex, base64, or long (big-endian).")
    private String keyFormat = KeyFormat.STRING.toString();

    /** Whether a file is named. */
    boolean isGiven() {
        return file != null;
    }

    /**
     * Reads it.
     *
     * @param most how many keys the sample may hold
     * @throws BadInput in one line that names the file, what is wrong with it and what is allowed
     */
    KeySample read(int most, Console console) {
        String name = String.valueOf(file);
        KeyFileFormat known = format == null ? null : fileFormat(format);
        KeyFile reader = new KeyFile(
                known,
                new KeyColumns(keyColumn, bytesColumn, countColumn),
                KeyFormats.parse(KEY_FORMAT, keyFormat)::decode);
        boolean standard = name.equals(STANDARD_INPUT);
        KeySample.Builder builder = KeySample.builder(standard ? "standard input" : name, most);
        Path path = Path.of(name);
        try (Progress progress = Progress.steady(console, "bytes", standard ? -1 : size(path));
                InputStream in = standard ? console.in() : Files.newInputStream(path)) {
            Rows rows = reader.read(in, standard ? "" : name, builder, progress::step);
            if (rows.good() == 0) {
                throw noKeys(name, rows);
            }
            builder.found(rows);
            return builder.build();
        } catch (KeyFileException e) {
            throw new BadInput(KEYS, "\"" + Shown.safe(name) + "\" " + Shown.safe(String.valueOf(e.getMessage())), e);
        } catch (IOException e) {
            throw Unreadable.file(KEYS, path, e);
        }
    }

    private static BadInput noKeys(String name, Rows rows) {
        String first = rows.bad().first().stream()
                .findFirst()
                .map(row -> "; line " + row.line() + ": " + Shown.safe(row.reason()))
                .orElse("; allowed: at least one key");
        return new BadInput(KEYS, "\"" + Shown.safe(name) + "\" holds no key" + first);
    }

    private static long size(Path path) {
        try {
            return Files.isRegularFile(path) ? Files.size(path) : -1;
        } catch (IOException e) {
            // It is told where the file is opened.
            return -1;
        }
    }

    private static KeyFileFormat fileFormat(String name) {
        return Shown.parsed(FORMAT, () -> KeyFileFormat.parse(name));
    }
}
