package io.keystead.planner.sample;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object a line. A key is a string, or a whole number as its digits. Not thread-safe; use once. */
final class JsonLines {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .build();

    private final KeyColumns columns;
    /** The fields of the first object that has no key, null where each has one. */
    private @Nullable List<String> keyless;

    private boolean sized;
    private boolean counted;

    JsonLines(KeyColumns columns) {
        this.columns = columns;
    }

    /**
     * Reads to the end.
     *
     * @throws KeyFileException if no object has a key, or another field that somebody has named
     */
    Rows read(InputStream in, RowSink rows) throws IOException {
        LineReader lines = new LineReader(in);
        while (lines.advance()) {
            if (lines.isTooLong()) {
                rows.refuse(
                        lines.number(), "longer than " + LineReader.MAX_LENGTH + " bytes; allowed: at most so many");
            } else if (!isBlank(lines)) {
                row(lines, rows);
            }
        }
        if (rows.good() == 0 && keyless != null) {
            throw new KeyFileException(
                    "has no \"" + RowSink.shown(columns.key()) + "\" in its objects; the fields of the first: "
                            + keyless.stream().limit(20).map(RowSink::shown).collect(Collectors.joining(", ")));
        }
        Optional<String> missing = columns.missing(sized, counted);
        if (missing.isPresent()) {
            throw new KeyFileException("has no \"" + RowSink.shown(missing.get())
                    + "\" in any of its objects; allowed: the name of a field that some of them have");
        }
        return new Rows(KeyFileFormat.JSONL, rows.good(), rows.bad(), sized, counted);
    }

    private static boolean isBlank(LineReader lines) {
        for (int i = lines.start(); i < lines.end(); i++) {
            if (lines.buffer()[i] > ' ' || lines.buffer()[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private void row(LineReader lines, RowSink rows) throws IOException {
        long line = lines.number();
        int length = lines.end() - lines.start();
        try (JsonParser parser = JSON.createParser(lines.buffer(), lines.start(), length)) {
            @Nullable Fields fields = fields(parser, line, rows);
            if (fields == null) {
                return;
            }
            if (fields.key == null) {
                keyless = keyless == null ? fields.names : keyless;
                rows.refuse(line, "has no \"" + columns.key() + "\"; allowed: a string or a whole number");
                return;
            }
            byte[] key = fields.key.getBytes(StandardCharsets.UTF_8);
            rows.add(line, key, 0, key.length, fields.bytes, fields.count);
        } catch (JsonProcessingException e) {
            rows.refuse(line, "is not JSON: " + RowSink.shown(reason(e)) + "; allowed: an object a line");
        }
    }

    private static String reason(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        return message == null ? "broken" : message.lines().findFirst().orElse("broken");
    }

    private static final class Fields {
        private final List<String> names = new ArrayList<>();
        private @Nullable String key;
        private long bytes;
        private long count = 1;
    }

    /** Null after the row was refused. */
    private @Nullable Fields fields(JsonParser parser, long line, RowSink rows) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            rows.refuse(line, "is not a JSON object; allowed: an object a line");
            return null;
        }
        Fields fields = new Fields();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            fields.names.add(name);
            JsonToken value = parser.nextToken();
            if (!field(fields, name, value, parser, line, rows)) {
                return null;
            }
            parser.skipChildren();
        }
        if (parser.nextToken() != null) {
            rows.refuse(line, "goes on behind its object; allowed: one object a line");
            return null;
        }
        return fields;
    }

    /** Notes a field that is asked for; false after the row was refused. */
    private boolean field(Fields fields, String name, JsonToken value, JsonParser parser, long line, RowSink rows)
            throws IOException {
        if (name.equals(columns.key())) {
            boolean text = value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT;
            fields.key = text ? parser.getText() : null;
            if (!text || isBroken(parser.getText())) {
                rows.refuse(
                        line,
                        "the key is " + (text ? "no Unicode text" : words(value))
                                + "; allowed: a string or a whole number");
                return false;
            }
        } else if (name.equals(columns.bytes())) {
            sized = true;
            fields.bytes = rows.number(line, "bytes", number(value, parser), 0);
            return fields.bytes >= 0;
        } else if (name.equals(columns.count())) {
            counted = true;
            fields.count = rows.number(line, "count", number(value, parser), 1);
            return fields.count >= 0;
        }
        return true;
    }

    /** An escape may stand for half a character, which has no bytes. */
    private static boolean isBroken(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static String number(JsonToken value, JsonParser parser) throws IOException {
        return value.isScalarValue() ? parser.getText() : words(value);
    }

    private static String words(JsonToken value) {
        return switch (value) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_NULL -> "null";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            default -> "a fraction";
        };
    }
}
