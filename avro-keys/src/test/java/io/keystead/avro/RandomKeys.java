package io.keystead.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.jspecify.annotations.Nullable;

/** Makes schemas and values of them. */
final class RandomKeys {
    private final SplittableRandom random;
    private int names;

    RandomKeys(SplittableRandom random) {
        this.random = random;
    }

    /** A record with records, arrays and unions in it up to a depth. */
    Schema record(int depth) {
        List<Schema.Field> fields = new ArrayList<>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            fields.add(new Schema.Field("f" + i, type(depth - 1), null, (Object) null));
        }
        return Schema.createRecord("R" + names++, null, "test", false, fields);
    }

    private Schema type(int depth) {
        return switch (random.nextInt(depth <= 0 ? 9 : 12)) {
            case 0 -> Schema.create(Schema.Type.STRING);
            case 1 -> Schema.create(Schema.Type.BYTES);
            case 2 -> Schema.create(Schema.Type.INT);
            case 3 -> Schema.create(Schema.Type.LONG);
            case 4 -> Schema.create(Schema.Type.FLOAT);
            case 5 -> Schema.create(Schema.Type.DOUBLE);
            case 6 -> Schema.create(Schema.Type.BOOLEAN);
            case 7 -> Schema.createEnum("E" + names++, null, "test", List.of("A", "B", "C"));
            case 8 -> Schema.createFixed("F" + names++, null, "test", 3);
            case 9 -> Schema.createArray(type(depth - 1));
            case 10 ->
                Schema.createUnion(
                        Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING), record(depth - 1));
            default -> record(depth - 1);
        };
    }

    @Nullable
    Object value(Schema schema) {
        return switch (schema.getType()) {
            case STRING -> "s" + random.nextInt(100);
            case BYTES -> ByteBuffer.wrap(bytes(random.nextInt(5)));
            case INT -> random.nextInt();
            case LONG -> random.nextLong();
            case FLOAT -> (float) random.nextDouble();
            case DOUBLE -> random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case ENUM ->
                new GenericData.EnumSymbol(schema, schema.getEnumSymbols().get(random.nextInt(3)));
            case FIXED -> new GenericData.Fixed(schema, bytes(3));
            case ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(schema.getElementType()));
                }
                yield new GenericData.Array<>(schema, items);
            }
            case UNION -> {
                int branch = random.nextInt(3);
                yield branch == 0 ? null : value(schema.getTypes().get(branch));
            }
            default -> {
                GenericRecord record = new GenericData.Record(schema);
                schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
                yield record;
            }
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The same record with its fields in another order and one more. */
    Schema shuffled(Schema record) {
        List<Schema.Field> fields = new ArrayList<>();
        record.getFields()
                .forEach(field -> fields.add(
                        random.nextInt(fields.size() + 1), new Schema.Field(field.name(), field.schema(), "doc")));
        fields.add(
                random.nextInt(fields.size() + 1),
                new Schema.Field("more", Schema.create(Schema.Type.LONG), "doc", (Object) null));
        return Schema.createRecord(record.getName(), "another doc", record.getNamespace(), false, fields);
    }

    static GenericRecord copy(GenericRecord key, Schema schema) {
        GenericRecord copy = new GenericData.Record(schema);
        schema.getFields()
                .forEach(field ->
                        copy.put(field.pos(), key.hasField(field.name()) ? key.get(field.name()) : (Object) 5L));
        return copy;
    }

    static String json(Schema schema, Object key) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            JsonEncoder encoder = EncoderFactory.get().jsonEncoder(schema, out);
            new GenericDatumWriter<>(schema).write(key, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
