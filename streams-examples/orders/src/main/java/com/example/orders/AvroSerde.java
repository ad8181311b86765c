package com.example.orders;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Avro on the wire as a registry's serializer writes it: a byte 0, the id of the writer's schema, Avro's binary form. What is
 * read comes in the reader's schema, whatever it was written with.
 *
 * <p>A real application has its registry's serializer here; then nothing else of this example changes.
 */
final class AvroSerde implements Serde<GenericRecord>, Serializer<GenericRecord>, Deserializer<GenericRecord> {
    private final Schema reader;

    AvroSerde(Schema reader) {
        this.reader = reader;
    }

    @Override
    public byte[] serialize(String topic, GenericRecord data) {
        if (data == null) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .putInt(Schemas.id(data.getSchema()))
                .array());
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(data.getSchema()).write(data, encoder);
        } catch (IOException e) {
            throw new SerializationException(e);
        }
        return out.toByteArray();
    }

    @Override
    public GenericRecord deserialize(String topic, byte[] data) {
        if (data == null) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(data);
        if (buffer.get() != 0) {
            throw new SerializationException("a record of " + topic + " does not begin with a byte 0");
        }
        Schema writer = Schemas.byId(buffer.getInt());
        try {
            return new GenericDatumReader<GenericRecord>(writer, reader)
                    .read(null, DecoderFactory.get().binaryDecoder(data, buffer.position(), buffer.remaining(), null));
        } catch (IOException e) {
            throw new SerializationException(e);
        }
    }

    @Override
    public Serializer<GenericRecord> serializer() {
        return this;
    }

    @Override
    public Deserializer<GenericRecord> deserializer() {
        return this;
    }

    @Override
    public void close() {
        // It holds nothing; three interfaces ask for it.
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        // It has its schema already.
    }
}
