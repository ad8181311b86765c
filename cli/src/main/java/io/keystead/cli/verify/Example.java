package io.keystead.cli.verify;

import java.nio.ByteBuffer;

/**
 * One record that lies elsewhere.
 *
 * @param key the key's bytes, or the first of a long one
 * @param expected the partition that owns the key
 */
record Example(ByteBuffer key, int partition, long offset, int expected) {
    /** As much of a key as is kept; a key may be as long as a message. */
    static final int KEPT_BYTES = 1024;

    byte[] keyBytes() {
        byte[] bytes = new byte[key.remaining()];
        key.duplicate().get(bytes);
        return bytes;
    }
}
