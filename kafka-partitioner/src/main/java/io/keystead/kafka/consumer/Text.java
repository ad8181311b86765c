package io.keystead.kafka.consumer;

import io.keystead.hrw.hash.Utf8;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Text in user data: its length in bytes as u16, then UTF-8. */
final class Text {
    static final int MAX_BYTES = 0xffff;

    private Text() {}

    static void put(ByteBuffer out, byte[] utf8) {
        out.putShort((short) utf8.length).put(utf8);
    }

    /**
     * The text at the buffer's position, which moves past it.
     *
     * @throws BufferUnderflowException if it is cut off
     * @throws IllegalArgumentException if it is not well-formed UTF-8
     */
    static String get(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] utf8 = new byte[length];
        in.get(utf8);
        return Utf8.decode(utf8);
    }
}
