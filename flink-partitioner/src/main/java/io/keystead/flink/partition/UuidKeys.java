package io.keystead.flink.partition;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

enum UuidKeys implements KeyEncoder<UUID> {
    INSTANCE;

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /** The digits of {@link UUID#toString()}, without the text between. */
    @Override
    public byte[] encode(UUID key) {
        byte[] text = new byte[36];
        long high = key.getMostSignificantBits();
        long low = key.getLeastSignificantBits();
        put(text, 0, 8, high >>> 32);
        text[8] = '-';
        put(text, 9, 4, high >>> 16);
        text[13] = '-';
        put(text, 14, 4, high);
        text[18] = '-';
        put(text, 19, 4, low >>> 48);
        text[23] = '-';
        put(text, 24, 12, low);
        return text;
    }

    /** The lowest digits of {@code bits}. */
    private static void put(byte[] text, int offset, int digits, long bits) {
        long rest = bits;
        for (int place = offset + digits - 1; place >= offset; place--) {
            text[place] = DIGITS[(int) rest & 0xf];
            rest >>>= 4;
        }
    }

    @Override
    public String toString() {
        return "uuid";
    }
}
