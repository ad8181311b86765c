package io.keystead.compat.agreement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of keys as all writers read it: one key a line in hexadecimal digits, an empty line for the empty key, {@code -}
 * for none. The programs in JVMs of their own use it, so it needs nothing but Java.
 */
public final class KeyLines {
    private static final String NONE = "-";

    private KeyLines() {}

    /** Writes a file of keys. */
    public static void write(Path file, List<byte @Nullable []> keys) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (byte[] key : keys) {
            lines.append(key == null ? NONE : HexFormat.of().formatHex(key)).append('\n');
        }
        Files.writeString(file, lines);
    }

    /** The keys of a file, null where there is none. */
    public static List<byte @Nullable []> read(Path file) throws IOException {
        List<byte @Nullable []> keys = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
            keys.add(line.equals(NONE) ? null : HexFormat.of().parseHex(line));
        }
        return keys;
    }

    /** The value of the record of a line, and what tells it from the others. */
    public static byte[] value(int line) {
        return Integer.toString(line).getBytes(StandardCharsets.US_ASCII);
    }

    static int line(byte[] value) {
        return Integer.parseInt(new String(value, StandardCharsets.US_ASCII));
    }
}
