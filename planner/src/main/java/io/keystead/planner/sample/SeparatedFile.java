package io.keystead.planner.sample;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads rows of fields with a header.
 *
 * <p>The parser is given each byte as a character, since all that it looks for is ASCII; so a key's bytes come through as they
 * stand, and one that is not UTF-8 is known and costs its row only.
 */
final class SeparatedFile {
    private final KeyFileFormat format;
    private final char separator;
    private final KeyColumns columns;

    SeparatedFile(KeyFileFormat format, char separator, KeyColumns columns) {
        this.format = format;
        this.separator = separator;
        this.columns = columns;
    }

    /** Reads to the end. */
    Rows read(InputStream in, RowSink rows) throws IOException {
        InputStreamReader reader =
                new InputStreamReader(new WholeRows(in, separator, rows), StandardCharsets.ISO_8859_1);
        // Whoever opened the stream closes it.
        CsvReader<CsvRecord> csv = CsvReader.builder()
                .fieldSeparator(separator)
                .allowMissingFields(true)
                .allowExtraFields(true)
                .ofCsvRecord(reader);
        try {
            return read(csv.iterator(), rows);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CsvParseException e) {
            // Its rows are whole, so what is left is their size.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new KeyFileException("is not " + format + ": " + cause.getMessage() + "; allowed: RFC 4180");
        }
    }

    private Rows read(Iterator<CsvRecord> records, RowSink rows) throws IOException {
        if (!records.hasNext()) {
            return new Rows(format, 0, rows.bad(), false, false);
        }
        Header header = header(records.next(), rows);
        while (records.hasNext()) {
            row(records.next(), header, rows);
        }
        return new Rows(format, rows.good(), rows.bad(), header.bytes() >= 0, header.count() >= 0);
    }

    /** Where the columns are, -1 for what is not there. */
    private record Header(int fields, int key, int bytes, int count) {}

    private Header header(CsvRecord first, RowSink rows) throws KeyFileException {
        List<String> names = first.getFields().stream()
                .map(name -> new String(latin1(name), StandardCharsets.UTF_8).strip())
                .toList();
        int key = names.indexOf(columns.key());
        if (key < 0) {
            String before = rows.bad().first().stream()
                    .filter(row -> row.line() < first.getStartingLineNumber())
                    .findFirst()
                    .map(row -> "line " + row.line() + ": " + row.reason() + ", and ")
                    .orElse("");
            throw noColumn(before, columns.key(), names);
        }
        for (String name : List.of(columns.key(), columns.bytes(), columns.count())) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new KeyFileException("has two columns \"" + RowSink.shown(name) + "\"; allowed: one");
            }
        }
        Header header = new Header(names.size(), key, names.indexOf(columns.bytes()), names.indexOf(columns.count()));
        Optional<String> missing = columns.missing(header.bytes() >= 0, header.count() >= 0);
        if (missing.isPresent()) {
            throw noColumn("", missing.get(), names);
        }
        return header;
    }

    private static KeyFileException noColumn(String before, String name, List<String> names) {
        return new KeyFileException(
                before + "has no column \"" + RowSink.shown(name) + "\" in its header; its columns: "
                        + names.stream().limit(20).map(RowSink::shown).collect(Collectors.joining(", ")));
    }

    private static void row(CsvRecord record, Header header, RowSink rows) {
        long line = record.getStartingLineNumber();
        if (record.getFieldCount() != header.fields()) {
            rows.refuse(
                    line,
                    "the number of fields is " + record.getFieldCount() + "; allowed: " + header.fields()
                            + ", as in the header");
            return;
        }
        long bytes = header.bytes() < 0 ? 0 : rows.number(line, "bytes", record.getField(header.bytes()), 0);
        if (bytes < 0) {
            return;
        }
        long count = header.count() < 0 ? 1 : rows.number(line, "count", record.getField(header.count()), 1);
        if (count < 0) {
            return;
        }
        byte[] key = latin1(record.getField(header.key()));
        if (!Utf8Text.is(key, 0, key.length)) {
            rows.refuse(line, "the key is not UTF-8; allowed: UTF-8, or any bytes in a file of lines");
            return;
        }
        rows.add(line, key, 0, key.length, bytes, count);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
