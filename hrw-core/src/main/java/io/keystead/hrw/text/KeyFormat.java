package io.keystead.hrw.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * How a key's bytes are spelled in an argument, a line of a stream or a file.
 *
 * <p>One set of names wherever people write keys: {@code string}, {@code hex}, {@code base64}, {@code long}.
 */
public enum KeyFormat {
    /** The bytes as they stand. */
    STRING("any bytes") {
        @Override
        public byte[] decode(byte[] text, int offset, int length) {
            return Arrays.copyOfRange(text, offset, offset + length);
        }
    },
    /** Two hexadecimal digits a byte. */
    HEX("an even number of hexadecimal digits") {
        @Override
        public byte[] decode(byte[] text, int offset, int length) {
            if (length % 2 != 0) {
                throw refusal(text, offset, length);
            }
            byte[] key = new byte[length / 2];
            for (int i = 0; i < key.length; i++) {
                int high = Character.digit(text[offset + 2 * i], 16);
                int low = Character.digit(text[offset + 2 * i + 1], 16);
                if (high < 0 || low < 0) {
                    throw refusal(text, offset, length);
                }
                key[i] = (byte) (high << 4 | low);
            }
            return key;
        }
    },
    /** RFC 4648, with or without padding. */
    BASE64("base64 as in RFC 4648") {
        @Override
        public byte[] decode(byte[] text, int offset, int length) {
            try {
                return Base64.getDecoder().decode(Arrays.copyOfRange(text, offset, offset + length));
            } catch (IllegalArgumentException e) {
                throw refusal(text, offset, length);
            }
        }
    },
    /** A number as Kafka's {@code LongSerializer} writes it: 8 bytes, big-endian. */
    LONG("a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE) {
        @Override
        public byte[] decode(byte[] text, int offset, int length) {
            try {
                long number = Long.parseLong(new String(text, offset, length, StandardCharsets.ISO_8859_1));
                return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
            } catch (NumberFormatException e) {
                throw refusal(text, offset, length);
            }
        }
    };

    private static final int SHOWN = 60;

    private final String allowed;

    KeyFormat(String allowed) {
        this.allowed = allowed;
    }

    /**
     * The format of this name.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    public static KeyFormat parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + name + "\" is not a key format; allowed: string, hex, base64, long"));
    }

    /**
     * The key's bytes, from {@code length} bytes of text at {@code offset}.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    public abstract byte[] decode(byte[] text, int offset, int length);

    /** The same of a whole text. */
    public final byte[] decode(byte[] text) {
        return decode(text, 0, text.length);
    }

    final IllegalArgumentException refusal(byte[] text, int offset, int length) {
        String shown =
                new String(text, offset, Math.min(length, SHOWN), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?")
                        + (length > SHOWN ? "..." : "");
        return new IllegalArgumentException(
                "\"" + shown + "\" is not a key of the format " + this + "; allowed: " + allowed);
    }

    /** The name as people write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
