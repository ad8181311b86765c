package io.keystead.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** From what one writer wrote to the canonical bytes under the pinned schema. Immutable and thread-safe. */
final class Projection {
    private final Schema writer;
    private final PinnedSchema pinned;
    private final CanonicalReader reader;

    Projection(Schema writer, PinnedSchema pinned) {
        this.writer = writer;
        this.pinned = pinned;
        this.reader = new CanonicalReader(writer, pinned.schema());
    }

    /**
     * The canonical bytes of a key.
     *
     * @param bytes with the writer's Avro binary from {@code offset} on
     * @throws AvroKeyException if it is not what the writer's schema says, or does not fit the pinned one; names the field
     */
    byte[] canonical(byte[] bytes, int offset, int length) {
        BinaryDecoder in = DecoderFactory.get().binaryDecoder(bytes, offset, length, null);
        @Nullable Object key;
        boolean ended;
        try {
            key = reader.read(null, in);
            ended = in.isEnd();
        } catch (IOException | RuntimeException e) {
            throw new AvroKeyException(
                    "a key cannot be read as the key schema has it: " + FieldFailure.describe(e) + " (written with "
                            + writer.getFullName() + ", key schema " + pinned + "); allowed: keys that Avro's schema"
                            + " resolution fits into the key schema",
                    e);
        }
        if (!ended) {
            throw new AvroKeyException("a key has bytes left over after its " + writer.getFullName()
                    + "; allowed: keys that were written with the schema that they name");
        }
        return write(pinned.writer(), key);
    }

    static byte[] write(CanonicalWriter writer, @Nullable Object key) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            writer.write(key, encoder);
            encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new AvroKeyException("a key cannot be written with the key schema (" + e + ")", e);
        }
        return out.toByteArray();
    }
}
