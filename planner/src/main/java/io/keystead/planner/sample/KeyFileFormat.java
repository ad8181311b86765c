package io.keystead.planner.sample;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How a file holds keys. */
public enum KeyFileFormat {
    /** RFC 4180 with a header, in UTF-8. */
    CSV,
    /** The same with tabs in place of commas, quotes included. */
    TSV,
    /** A JSON object a line, in UTF-8. */
    JSONL,
    /** A key a line; any bytes but a line feed, and a carriage return before one is part of the line's end. */
    LINES;

    private static final Map<String, KeyFileFormat> SUFFIXES = Map.of(
            ".csv", CSV, ".tsv", TSV, ".tab", TSV, ".jsonl", JSONL, ".ndjson", JSONL, ".json", JSONL, ".txt", LINES);

    /**
     * The format of this name.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    public static KeyFileFormat parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + name + "\" is not a format of files; allowed: csv, tsv, jsonl, lines"));
    }

    /** What a file's name says, {@code .gz} at its end left aside. */
    static Optional<KeyFileFormat> ofName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - ".gz".length()) : lower;
        return SUFFIXES.entrySet().stream()
                .filter(suffix -> plain.endsWith(suffix.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** What the first line says: an object, or a header with the key's column; all else is a key. */
    static KeyFileFormat ofFirstLine(byte[] line, KeyColumns columns) {
        String text = new String(line, StandardCharsets.UTF_8).strip();
        if (text.startsWith("{")) {
            return JSONL;
        }
        if (text.contains("\t") && has(text, "\t", columns)) {
            return TSV;
        }
        return has(text, ",", columns) ? CSV : LINES;
    }

    /** One name by itself is a header too. */
    private static boolean has(String header, String separator, KeyColumns columns) {
        return Arrays.stream(header.split(separator, -1))
                .map(name -> name.strip().replace("\"", ""))
                .anyMatch(columns.key()::equals);
    }

    /** The name as people write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
