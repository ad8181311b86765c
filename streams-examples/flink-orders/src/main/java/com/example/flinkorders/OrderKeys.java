package com.example.flinkorders;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * The keys that the example orders has: a customer and a number. In Kafka they are Avro; in the job an order's id is text, such as
 * {@code customer-17/4717}.
 */
final class OrderKeys {
    /** The key schema, which is the one of the example orders. */
    static final Schema SCHEMA = read("order-key.avsc");

    /** In the example orders customers order in turn. */
    private static final int CUSTOMERS = 700;

    private OrderKeys() {}

    /** The id of the order with this number. */
    static String id(int number) {
        return "customer-" + number % CUSTOMERS + "/" + number;
    }

    /** Avro's binary form, with nothing before it ({@code keystead.key.wire=none}). */
    static byte[] bytes(String id) {
        int slash = id.indexOf('/');
        GenericRecord key = new GenericData.Record(SCHEMA);
        key.put("customer", id.substring(0, slash));
        key.put("number", Long.valueOf(id.substring(slash + 1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<GenericRecord>(SCHEMA).write(key, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static String id(byte[] bytes) {
        try {
            GenericRecord key = new GenericDatumReader<GenericRecord>(SCHEMA)
                    .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
            return key.get("customer") + "/" + key.get("number");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema read(String file) {
        try (InputStream in = OrderKeys.class.getResourceAsStream(file)) {
            return new Schema.Parser().parse(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
