package io.keystead.kafka.producer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** The keys of orders, as three releases of an application write them. */
public final class OrderKeys {
    /** The first release, and what keys are compared in. */
    public static final Schema FIRST = schema("""
            {"name": "customer", "type": "string"}, {"name": "number", "type": "long"}""");

    /** Somebody has written a word of documentation. */
    public static final Schema DOCUMENTED = schema("""
            {"name": "customer", "type": "string", "doc": "by its number in the CRM"}, {"name": "number", "type": "long"}""");

    /** A field was added in front. */
    public static final Schema REGIONAL = schema("""
            {"name": "region", "type": "string", "default": "eu"}, {"name": "customer", "type": "string"},
            {"name": "number", "type": "long"}""");

    /** The first field has lost its name. */
    public static final Schema RENAMED = schema("""
            {"name": "client", "type": "string"}, {"name": "number", "type": "long"}""");

    private OrderKeys() {}

    private static Schema schema(String fields) {
        return new Schema.Parser()
                .parse("{\"type\": \"record\", \"name\": \"OrderKey\", \"namespace\": \"shop\", \"fields\": [" + fields
                        + "]}");
    }

    /** The same logical key for the same number, whatever the schema. */
    public static GenericRecord key(Schema schema, int number) {
        GenericRecord key = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            key.put(
                    field.pos(),
                    switch (field.name()) {
                        case "number" -> (long) number;
                        case "region" -> "eu";
                        default -> "customer-" + number % 7;
                    });
        }
        return key;
    }

    /** Avro's binary form. */
    public static byte[] bare(GenericRecord key) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(key.getSchema()).write(key, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** As Confluent's serializer writes it, whose format is documented: a byte 0, the id, Avro binary. */
    public static byte[] framed(int id, GenericRecord key) {
        byte[] bare = bare(key);
        return ByteBuffer.allocate(5 + bare.length)
                .put((byte) 0)
                .putInt(id)
                .put(bare)
                .array();
    }
}
