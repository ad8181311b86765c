package io.keystead.kafka.topology;

import io.keystead.hrw.text.KeyFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the file of {@link HotKeys}. One reading, not thread-safe. */
final class HotKeysFile {
    /** For messages. */
    static final String ALLOWED = "lines of FAN-OUT TOPIC FORMAT KEY, for example: 4 orders string customer-17";

    /** Far more than anybody lists, and a wrong file does not take the heap. */
    private static final int MAX_BYTES = 1 << 20;

    /** Each sending thread may have to rank the list at once when a topic's partitions change: tens of milliseconds. */
    static final int MAX_KEYS = 1_000;

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,10}");

    private static final int LEAST_FAN_OUT = 2;

    private final Path file;
    private final Map<String, Map<ByteBuffer, HotKey>> byTopic = new HashMap<>();
    private final IdentityHashMap<HotKey, Integer> lines = new IdentityHashMap<>();
    private int line;

    private HotKeysFile(Path file) {
        this.file = file;
    }

    static HotKeys read(Path file) {
        HotKeysFile reading = new HotKeysFile(file);
        byte[] bytes = reading.bytes();
        int start = 0;
        while (start < bytes.length) {
            int end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            reading.line++;
            // A file from Windows ends its lines by two characters.
            boolean two = end < bytes.length && end > start && bytes[end - 1] == '\r';
            reading.line(bytes, start, two ? end - 1 : end);
            start = end + 1;
        }
        return new HotKeys(reading.byTopic);
    }

    private byte[] bytes() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw refused("is longer than " + MAX_BYTES + " bytes; allowed: " + ALLOWED, null);
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw refused("does not exist; allowed: " + ALLOWED, e);
        } catch (IOException e) {
            throw refused("cannot be read (" + e + "); allowed: " + ALLOWED, e);
        }
    }

    private void line(byte[] bytes, int start, int end) {
        refuseLoneReturn(bytes, start, end);
        Columns columns = new Columns(bytes, start, end);
        String fanOut = columns.next();
        if (fanOut.isEmpty() || fanOut.charAt(0) == '#') {
            return;
        }
        String topic = columns.next();
        String format = columns.next();
        if (format.isEmpty()) {
            throw wrong("has fewer than four columns; allowed: " + ALLOWED, null);
        }
        add(topic(topic), new HotKey(key(format(format), columns.rest()), fanOut(fanOut)));
    }

    /** Some old editors end lines so; all of the file would be one line, and a comment if it begins with one. */
    private void refuseLoneReturn(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == '\r') {
                throw wrong(
                        "has a carriage return that no line feed follows; allowed: lines that end in LF or CR LF",
                        null);
            }
        }
    }

    private int fanOut(String text) {
        if (DIGITS.matcher(text).matches()) {
            long fanOut = Long.parseLong(text);
            if (fanOut >= LEAST_FAN_OUT && fanOut <= Integer.MAX_VALUE) {
                return (int) fanOut;
            }
        }
        throw wrong(
                "the fan-out \"" + text + "\" is not a whole number from " + LEAST_FAN_OUT + " to " + Integer.MAX_VALUE
                        + "; allowed: " + ALLOWED,
                null);
    }

    private String topic(String text) {
        if (!text.equals(HotKeys.EVERY_TOPIC) && !PropertyNames.isTopicName(text)) {
            throw wrong(
                    "\"" + text + "\" is not a topic name; allowed: " + HotKeys.EVERY_TOPIC + " for every topic, or "
                            + PropertyNames.TOPIC_NAME_ALLOWED,
                    null);
        }
        return text;
    }

    private KeyFormat format(String text) {
        try {
            return KeyFormat.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private byte[] key(KeyFormat format, byte[] spelled) {
        if (format == KeyFormat.STRING) {
            @Nullable String text = KeySpelling.text(spelled);
            @Nullable String obstacle = text == null ? "is not UTF-8" : KeySpelling.obstacle(text);
            if (obstacle != null) {
                throw wrong(
                        "the key " + obstacle + "; allowed: the same bytes as \"" + KeySpelling.shown(spelled) + "\"",
                        null);
            }
        }
        try {
            return format.decode(spelled);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private void add(String topic, HotKey added) {
        @Nullable
        HotKey before = byTopic.computeIfAbsent(topic, t -> new LinkedHashMap<>())
                .putIfAbsent(ByteBuffer.wrap(added.key()), added);
        if (before != null) {
            throw wrong(
                    "the key \"" + KeySpelling.shown(added.key()) + "\" of topic " + topic + " stands in line "
                            + lines.get(before) + " already; allowed: each key once a topic",
                    null);
        }
        lines.put(added, line);
        if (lines.size() > MAX_KEYS) {
            throw wrong("is one key too many; allowed: at most " + MAX_KEYS + " lines that list a key", null);
        }
    }

    private IllegalArgumentException wrong(String what, @Nullable Exception cause) {
        return refused("line " + line + ": " + what, cause);
    }

    private IllegalArgumentException refused(String what, @Nullable Exception cause) {
        return new IllegalArgumentException(OneLine.of("the hot keys file " + file + " " + what), cause);
    }

    /** Splits a line at its blanks; what is left after some columns is bytes, not text. */
    private static final class Columns {
        private final byte[] bytes;
        private final int end;
        private int at;

        Columns(byte[] bytes, int start, int end) {
            this.bytes = bytes;
            this.end = end;
            this.at = start;
        }

        /** The next column; empty where there is none. */
        String next() {
            skipBlanks();
            int start = at;
            while (at < end && !isBlank()) {
                at++;
            }
            return new String(bytes, start, at - start, StandardCharsets.UTF_8);
        }

        /** All that follows the blanks. */
        byte[] rest() {
            skipBlanks();
            byte[] rest = new byte[end - at];
            System.arraycopy(bytes, at, rest, 0, rest.length);
            return rest;
        }

        private void skipBlanks() {
            while (at < end && isBlank()) {
                at++;
            }
        }

        private boolean isBlank() {
            return bytes[at] == ' ' || bytes[at] == '\t';
        }
    }
}
