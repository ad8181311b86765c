package io.keystead.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Serialized keys as registries' serializers make them. */
final class Wires {
    private Wires() {}

    static byte[] bare(Schema schema, Object key) {
        return bare(new GenericDatumWriter<>(schema), key);
    }

    static byte[] bare(GenericDatumWriter<Object> writer, Object key) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
            writer.write(key, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Confluent's wire format. */
    static byte[] id4(int id, byte[] bare) {
        return ByteBuffer.allocate(5 + bare.length)
                .put((byte) 0)
                .putInt(id)
                .put(bare)
                .array();
    }

    /** Apicurio's before its version 3. */
    static byte[] id8(long id, byte[] bare) {
        return ByteBuffer.allocate(9 + bare.length)
                .put((byte) 0)
                .putLong(id)
                .put(bare)
                .array();
    }
}
