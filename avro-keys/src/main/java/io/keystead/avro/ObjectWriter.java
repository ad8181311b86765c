package io.keystead.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericContainer;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Writes a key's object as its own schema says, as a serializer does. Stateless and thread-safe. */
final class ObjectWriter {
    private static final Schema STRING = Schema.create(Schema.Type.STRING);
    private static final Schema BYTES = Schema.create(Schema.Type.BYTES);
    private static final Schema INT = Schema.create(Schema.Type.INT);
    private static final Schema LONG = Schema.create(Schema.Type.LONG);
    private static final Schema FLOAT = Schema.create(Schema.Type.FLOAT);
    private static final Schema DOUBLE = Schema.create(Schema.Type.DOUBLE);
    private static final Schema BOOLEAN = Schema.create(Schema.Type.BOOLEAN);

    private static final GenericData GENERIC = generic();

    private ObjectWriter() {}

    /** Fails where Avro lacks what this class uses, and not at the first key. */
    static void load() {
        // What initialises the class has done it.
    }

    /** Takes both forms of a logical type's value, the underlying and the converted, whichever the object holds. */
    private static GenericData generic() {
        GenericData data = new GenericData();
        data.addLogicalTypeConversion(new Conversions.DecimalConversion());
        data.addLogicalTypeConversion(new Conversions.UUIDConversion());
        data.addLogicalTypeConversion(new TimeConversions.DateConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimeMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimeMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMicrosConversion());
        return data;
    }

    /** The schema that an object is written with; null if it is not one of Avro's. */
    static @Nullable Schema schemaOf(Object key) {
        if (key instanceof GenericContainer) {
            return ((GenericContainer) key).getSchema();
        }
        if (key instanceof CharSequence) {
            return STRING;
        }
        if (key instanceof Integer) {
            return INT;
        }
        if (key instanceof Long) {
            return LONG;
        }
        if (key instanceof byte[] || key instanceof ByteBuffer) {
            return BYTES;
        }
        if (key instanceof Float) {
            return FLOAT;
        }
        if (key instanceof Double) {
            return DOUBLE;
        }
        return key instanceof Boolean ? BOOLEAN : null;
    }

    /**
     * The object as Avro binary.
     *
     * @throws AvroKeyException if it is not what its schema says
     */
    @SuppressWarnings("unchecked") // What a data model writes is said nowhere in its types.
    static byte[] write(Object key, Schema schema) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            DatumWriter<Object> writer = model(key).createDatumWriter(schema);
            writer.write(key instanceof byte[] ? ByteBuffer.wrap((byte[]) key) : key, encoder);
            encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new AvroKeyException(
                    "a key of " + key.getClass() + " cannot be written with its schema " + schema.getFullName() + " ("
                            + e.getMessage() + "); allowed: keys that their own schema can write",
                    e);
        }
        return out.toByteArray();
    }

    private static GenericData model(Object key) {
        if (key instanceof SpecificRecordBase) {
            return ((SpecificRecordBase) key).getSpecificData();
        }
        return key instanceof SpecificRecord ? SpecificData.get() : GENERIC;
    }
}
