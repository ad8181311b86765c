package io.keystead.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logical keys and their canonical bytes; serialized ones are in {@link WireTest}. */
class AvroKeysTest {
    static final String ORDER = """
            {"type": "record", "name": "OrderKey", "namespace": "shop", "fields": [
              {"name": "customer", "type": "string"},
              {"name": "number", "type": "long"}]}
            """;

    static Schema schema(String json) {
        return new Schema.Parser().parse(json);
    }

    static GenericRecord order(Schema schema, String customer, long number) {
        GenericRecord key = new GenericData.Record(schema);
        key.put("customer", customer);
        key.put("number", number);
        return key;
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static GenericRecord with(Schema schema, String field, Object value) {
        GenericRecord key = new GenericData.Record(schema);
        key.put(field, value);
        return key;
    }

    private static String oneField(String type) {
        return "{\"type\":\"record\",\"name\":\"K\",\"fields\":[{\"name\":\"f\",\"type\":" + type + "}]}";
    }

    @Test
    void canonical_bytes_are_avros_binary_form_under_the_pinned_schema() {
        // By hand from Avro's specification: a length of 2 as zigzag, two letters, 7 as zigzag.
        assertThat(AvroKeys.of(ORDER).ofObject(order(schema(ORDER), "ab", 7))).isEqualTo(hex("04 6162 0e"));
    }

    @Test
    void an_edited_doc_string_changes_nothing() {
        String edited = ORDER.replace("\"long\"}", "\"long\", \"doc\": \"since 2026\"}");

        assertThat(edited).isNotEqualTo(ORDER);
        assertThat(AvroKeys.of(ORDER).ofObject(order(schema(edited), "ab", 7)))
                .isEqualTo(AvroKeys.of(edited).ofObject(order(schema(ORDER), "ab", 7)))
                .isEqualTo(hex("04 6162 0e"));
    }

    @Test
    void a_writer_with_its_fields_in_another_order_writes_the_same_key() {
        Schema reordered = SchemaBuilder.record("OrderKey")
                .namespace("shop")
                .fields()
                .requiredLong("number")
                .requiredString("customer")
                .endRecord();
        GenericRecord key = order(reordered, "ab", 7);

        assertThat(AvroKeys.of(ORDER).ofObject(key)).isEqualTo(hex("04 6162 0e"));
        assertThat(Wires.bare(reordered, key)).as("the plain bytes disagree").isNotEqualTo(hex("04 6162 0e"));
    }

    @Test
    void a_field_that_the_writer_added_is_left_out_and_one_that_it_lacks_has_its_default() {
        Schema more = SchemaBuilder.record("OrderKey")
                .namespace("shop")
                .fields()
                .requiredString("customer")
                .name("region")
                .type()
                .stringType()
                .stringDefault("eu")
                .requiredLong("number")
                .endRecord();
        GenericRecord key = order(more, "ab", 7);
        key.put("region", "us");
        AvroKeys regional = AvroKeys.of(more.toString());

        assertThat(AvroKeys.of(ORDER).ofObject(key)).isEqualTo(hex("04 6162 0e"));
        assertThat(regional.ofObject(order(schema(ORDER), "ab", 7))).isEqualTo(hex("04 6162 04 6575 0e"));
    }

    @Test
    void an_alias_in_the_pinned_schema_finds_a_renamed_field_and_record() {
        String pinned = ORDER.replace("\"name\": \"customer\"", "\"name\": \"client\", \"aliases\": [\"customer\"]")
                .replace("\"name\": \"OrderKey\"", "\"name\": \"Key\", \"aliases\": [\"OrderKey\"]");

        assertThat(AvroKeys.of(pinned).ofObject(order(schema(ORDER), "ab", 7))).isEqualTo(hex("04 6162 0e"));
    }

    @Test
    void a_renamed_field_without_an_alias_is_an_error_that_names_it() {
        Schema renamed = schema(ORDER.replace("customer", "client"));
        GenericRecord key = new GenericData.Record(renamed);
        key.put("client", "ab");
        key.put("number", 7L);

        assertThatThrownBy(() -> AvroKeys.of(ORDER).ofObject(key))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageMatching("a key cannot be read as the key schema has it: Found shop.OrderKey, expecting"
                        + " shop.OrderKey, missing required field customer \\(written with shop.OrderKey, key schema"
                        + " shop.OrderKey [0-9a-f]{16}\\); allowed: keys that Avro's schema resolution fits into the key"
                        + " schema");
    }

    @Test
    void a_field_of_another_type_is_an_error_that_names_it_with_the_records_around_it() {
        String nested = """
                {"type": "record", "name": "Outer", "fields": [{"name": "order", "type":
                  {"type": "record", "name": "Inner", "fields": [{"name": "number", "type": "%s"}]}}]}
                """;
        Schema writer = schema(String.format(nested, "string"));
        GenericRecord inner = with(writer.getField("order").schema(), "number", "7");

        assertThatThrownBy(() -> AvroKeys.of(String.format(nested, "long")).ofObject(with(writer, "order", inner)))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageContaining("field order.number: ")
                .hasMessageContaining("Found string, expecting long");
    }

    @Test
    void after_an_error_the_next_key_is_read_as_if_there_had_been_none() {
        String pinned = oneField("[\"null\", \"string\"]");
        Schema writer = schema(oneField("[\"null\", \"string\", \"long\"]"));
        AvroKeys keys = AvroKeys.of(pinned);

        assertThat(keys.ofObject(with(writer, "f", "ab"))).isEqualTo(hex("02 04 6162"));
        assertThatThrownBy(() -> keys.ofObject(with(writer, "f", 7L))).hasMessageContaining("field f: ");
        assertThat(keys.ofObject(with(writer, "f", "ab"))).isEqualTo(hex("02 04 6162"));
    }

    @Test
    void a_union_is_written_by_the_branch_of_the_pinned_schema() {
        AvroKeys keys = AvroKeys.of(oneField("[\"long\", \"string\", \"null\"]"));

        assertThat(keys.ofObject(with(schema(oneField("[\"null\", \"string\", \"long\"]")), "f", 7L)))
                .isEqualTo(hex("00 0e"));
        assertThat(keys.ofObject(with(schema(oneField("\"int\"")), "f", 7))).isEqualTo(hex("00 0e"));
        assertThat(keys.ofObject(with(schema(oneField("\"string\"")), "f", "ab")))
                .isEqualTo(hex("02 04 6162"));
        assertThat(AvroKeys.of("[\"null\", \"string\"]").ofObject("ab"))
                .as("a whole key that is a union")
                .isEqualTo(hex("02 04 6162"));
    }

    @Test
    void an_enum_is_written_by_the_number_of_its_symbol_in_the_pinned_schema() {
        String pinned = "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\",\"X\"],\"default\":\"X\"}";
        Schema writer = schema("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"C\",\"B\"]}");
        AvroKeys keys = AvroKeys.of(pinned);

        assertThat(keys.ofObject(new GenericData.EnumSymbol(writer, "B"))).isEqualTo(hex("02"));
        assertThat(keys.ofObject(new GenericData.EnumSymbol(writer, "C")))
                .as("not in the pinned schema, so its default")
                .isEqualTo(hex("04"));
        AvroKeys strict = AvroKeys.of(pinned.replace(",\"default\":\"X\"", ""));
        assertThatThrownBy(() -> strict.ofObject(new GenericData.EnumSymbol(writer, "C")))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageContaining("No match for C");
    }

    @Test
    void numbers_are_widened_as_the_pinned_schema_has_them() {
        assertThat(AvroKeys.of("\"long\"").ofObject(7))
                .isEqualTo(AvroKeys.of("\"long\"").ofObject(7L));
        assertThat(AvroKeys.of("\"double\"").ofObject(1))
                .isEqualTo(AvroKeys.of("\"double\"").ofObject(1.0));
        assertThat(AvroKeys.of("\"double\"").ofObject(1.5f))
                .isEqualTo(AvroKeys.of("\"double\"").ofObject(1.5));
        assertThatThrownBy(() -> AvroKeys.of("\"int\"").ofObject(7L)).hasMessageContaining("Found long, expecting int");
    }

    @Test
    void values_of_primitive_schemas_are_keys() {
        assertThat(AvroKeys.of("\"string\"").ofObject("ab"))
                .isEqualTo(AvroKeys.of("\"string\"").ofObject(new Utf8("ab")))
                .isEqualTo(hex("04 6162"));
        assertThat(AvroKeys.of("\"bytes\"").ofObject(hex("6162")))
                .isEqualTo(AvroKeys.of("\"bytes\"").ofObject(ByteBuffer.wrap(hex("6162"))))
                .isEqualTo(hex("04 6162"));
        assertThat(AvroKeys.of("\"int\"").ofObject(7)).isEqualTo(hex("0e"));
        assertThat(AvroKeys.of("\"float\"").ofObject(1f)).isEqualTo(hex("0000803f"));
        assertThat(AvroKeys.of("\"double\"").ofObject(1d)).isEqualTo(hex("000000000000f03f"));
        assertThat(AvroKeys.of("\"boolean\"").ofObject(true)).isEqualTo(hex("01"));
        Schema fixed = Schema.createFixed("F", null, null, 2);
        assertThat(AvroKeys.of(fixed.toString()).ofObject(new GenericData.Fixed(fixed, hex("6162"))))
                .isEqualTo(hex("6162"));
    }

    @Test
    void an_object_that_is_none_of_avros_is_refused_by_its_class() {
        assertThatThrownBy(() -> AvroKeys.of(ORDER).ofObject(new BigDecimal("1.5")))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith(
                        "a key of class java.math.BigDecimal is not one of Avro; allowed: Avro's records");
    }

    @Test
    void an_object_that_its_own_schema_cannot_write_is_refused() {
        assertThatThrownBy(() -> AvroKeys.of(ORDER).ofObject(new GenericData.Record(schema(ORDER))))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageContaining("cannot be written with its schema shop.OrderKey")
                .hasMessageContaining("customer");
    }

    @Test
    void a_logical_type_changes_no_byte_whichever_form_of_its_value_the_key_holds() {
        Schema writer = SchemaBuilder.record("K")
                .fields()
                .name("at")
                .type(LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG)))
                .noDefault()
                .name("price")
                .type(LogicalTypes.decimal(9, 2).addToSchema(Schema.create(Schema.Type.BYTES)))
                .noDefault()
                .name("id")
                .type(LogicalTypes.uuid().addToSchema(Schema.create(Schema.Type.STRING)))
                .noDefault()
                .endRecord();
        Schema plain = SchemaBuilder.record("K")
                .fields()
                .requiredLong("at")
                .requiredBytes("price")
                .requiredString("id")
                .endRecord();
        UUID id = new UUID(1, 2);
        GenericRecord converted = new GenericRecordBuilder(writer)
                .set("at", Instant.ofEpochMilli(1234))
                .set("price", new BigDecimal("15.00"))
                .set("id", id)
                .build();
        GenericRecord underlying = new GenericData.Record(writer);
        underlying.put("at", 1234L);
        underlying.put("price", ByteBuffer.wrap(hex("05dc")));
        underlying.put("id", id.toString());

        byte[] canonical = AvroKeys.of(plain.toString()).ofObject(converted);
        assertThat(canonical)
                .isEqualTo(AvroKeys.of(writer.toString()).ofObject(converted))
                .isEqualTo(AvroKeys.of(writer.toString()).ofObject(underlying))
                .startsWith(hex("a413 04 05dc 48"));
        assertThat(AvroKeys.of(plain.toString()).name())
                .isEqualTo(AvroKeys.of(writer.toString()).name());
    }

    @Test
    void a_specific_record_is_written_by_its_own_conversions() {
        Schema generic = SchemaBuilder.record("SpecificKey")
                .namespace("io.keystead.avro")
                .fields()
                .requiredLong("at")
                .requiredString("name")
                .endRecord();

        assertThat(AvroKeys.of(generic.toString()).ofObject(new SpecificKey("ab", Instant.ofEpochSecond(7))))
                .isEqualTo(hex("0e 04 6162"));
    }

    @Test
    void every_nan_is_the_canonical_one_wherever_it_stands_and_minus_zero_is_a_key_of_its_own() {
        String pinned = """
                {"type": "record", "name": "K", "fields": [
                  {"name": "f", "type": "float"}, {"name": "d", "type": "double"},
                  {"name": "u", "type": ["null", "double"]},
                  {"name": "a", "type": {"type": "array", "items": "float"}},
                  {"name": "w", "type": "double"}]}
                """;
        Schema writer =
                schema(pinned.replace("\"name\": \"w\", \"type\": \"double\"", "\"name\": \"w\", \"type\": \"float\""));
        float oddFloat = Float.intBitsToFloat(0x7fc00123);
        double oddDouble = Double.longBitsToDouble(0xfff8000000000123L);
        GenericRecord odd = new GenericRecordBuilder(writer)
                .set("f", oddFloat)
                .set("d", oddDouble)
                .set("u", oddDouble)
                .set("a", List.of(oddFloat, 1f))
                .set("w", oddFloat)
                .build();
        GenericRecord canonical = new GenericRecordBuilder(writer)
                .set("f", Float.NaN)
                .set("d", Double.NaN)
                .set("u", Double.NaN)
                .set("a", List.of(Float.NaN, 1f))
                .set("w", Float.NaN)
                .build();
        AvroKeys keys = AvroKeys.of(pinned);

        assertThat(Wires.bare(writer, odd)).as("plain bytes disagree").isNotEqualTo(Wires.bare(writer, canonical));
        assertThat(keys.ofObject(odd))
                .isEqualTo(keys.ofObject(canonical))
                .isEqualTo(hex(
                        "0000c07f 000000000000f87f 02 000000000000f87f 04 0000c07f 0000803f 00" + "000000000000f87f"));
        AvroKeys doubles = AvroKeys.of("\"double\"");
        assertThat(doubles.ofObject(-0.0)).isNotEqualTo(doubles.ofObject(0.0)).isEqualTo(hex("0000000000000080"));
    }

    @Test
    void an_array_is_one_block_with_a_positive_count_however_it_was_written() throws IOException {
        String pinned = oneField("{\"type\":\"array\",\"items\":\"int\"}");
        Schema schema = schema(pinned);
        List<Integer> items = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            items.add(i % 50);
        }
        GenericRecord key = with(schema, "f", items);
        ByteArrayOutputStream blocked = new ByteArrayOutputStream();
        BinaryEncoder encoder = new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(blocked, null);
        new GenericDatumWriter<>(schema).write(key, encoder);
        encoder.flush();
        AvroKeys keys = AvroKeys.of(pinned).withWire(KeyWire.NONE);

        byte[] canonical = keys.ofObject(key);
        // 1000 as zigzag in two bytes, an item a byte, and the end.
        assertThat(canonical).startsWith(hex("d00f 00 02 04")).hasSize(2 + 1000 + 1);
        assertThat(blocked.toByteArray()).isNotEqualTo(canonical);
        assertThat(keys.ofWire(blocked.toByteArray(), 0, blocked.size(), KeyHeaders.UNSEEN))
                .isEqualTo(canonical);
        assertThat(keys.ofObject(with(schema, "f", List.of()))).isEqualTo(hex("00"));
    }

    @Test
    void a_number_with_more_bytes_than_it_needs_is_the_same_key() {
        AvroKeys keys = AvroKeys.of("\"long\"").withWire(KeyWire.NONE);

        assertThat(keys.ofWire(hex("8e 80 00"), 0, 3, KeyHeaders.UNSEEN)).isEqualTo(keys.ofObject(7L));
    }

    @Test
    void text_that_is_not_utf8_keeps_its_bytes_also_where_the_schema_asks_for_strings() {
        AvroKeys keys = AvroKeys.of("{\"type\":\"string\",\"avro.java.string\":\"String\"}")
                .withWire(KeyWire.NONE);

        assertThat(keys.ofWire(hex("04 ff61"), 0, 3, KeyHeaders.UNSEEN)).isEqualTo(hex("04 ff61"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"map\",\"values\":\"long\"}",
                "[\"null\",{\"type\":\"map\",\"values\":\"long\"}]",
                "{\"type\":\"array\",\"items\":{\"type\":\"map\",\"values\":\"long\"}}",
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"next\",\"type\":[\"null\",\"R\"]},"
                        + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"R\"}}]}"
            })
    void a_map_anywhere_in_the_key_schema_is_refused_with_its_place(String type) {
        assertThatThrownBy(() -> AvroKeys.of(oneField(type)))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageMatching(
                        "the key schema K has a map in field f(\\.m)?, whose entries have no order; allowed: any"
                                + " Avro types but maps, such as an array of records");
        assertThatThrownBy(() -> AvroKeys.of("{\"type\":\"map\",\"values\":\"long\"}"))
                .hasMessageStartingWith("the key schema map has a map, whose");
    }

    @Test
    void a_recursive_schema_without_maps_is_a_key_schema() {
        Schema list = schema("{\"type\":\"record\",\"name\":\"L\",\"fields\":[{\"name\":\"v\",\"type\":\"int\"},"
                + "{\"name\":\"next\",\"type\":[\"null\",\"L\"],\"default\":null}]}");
        GenericRecord last = new GenericRecordBuilder(list).set("v", 2).build();
        GenericRecord first =
                new GenericRecordBuilder(list).set("v", 1).set("next", last).build();

        assertThat(AvroKeys.of(list.toString()).ofObject(first)).isEqualTo(hex("02 02 04 00"));
    }

    @Test
    void a_map_in_the_writers_schema_alone_does_no_harm() {
        Schema writer = SchemaBuilder.record("OrderKey")
                .namespace("shop")
                .fields()
                .requiredString("customer")
                .name("tags")
                .type()
                .map()
                .values()
                .stringType()
                .noDefault()
                .requiredLong("number")
                .endRecord();
        GenericRecord key = order(writer, "ab", 7);
        key.put("tags", java.util.Map.of("a", "b"));

        assertThat(AvroKeys.of(ORDER).ofObject(key)).isEqualTo(hex("04 6162 0e"));
    }

    @Test
    void the_name_tells_what_decides_and_nothing_else() {
        String name = AvroKeys.of(ORDER).name();
        assertThat(name).matches("avro-canonical:[0-9a-f]{16}");
        assertThat(AvroKeys.of(ORDER.replace(
                                "\"type\": \"long\"", "\"type\": \"long\", \"doc\": \"d\", \"order\": \"ignore\""))
                        .name())
                .isEqualTo(name);
        Set<String> names = new HashSet<>(Set.of(name));
        for (String other : List.of(
                ORDER.replace("\"type\": \"long\"", "\"type\": \"long\", \"default\": 0"),
                ORDER.replace("\"type\": \"long\"", "\"type\": \"long\", \"default\": 1"),
                ORDER.replace("\"type\": \"long\"", "\"type\": \"long\", \"aliases\": [\"n\"]"),
                ORDER.replace("\"name\": \"OrderKey\"", "\"name\": \"OrderKey\", \"aliases\": [\"Old\"]"),
                ORDER.replace("\"long\"", "\"int\""),
                ORDER.replace("\"number\"", "\"no\""),
                oneField("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}"),
                oneField("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"],\"default\":\"A\"}"),
                oneField("{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"],\"default\":\"B\"}"))) {
            assertThat(names.add(AvroKeys.of(other).name())).as(other).isTrue();
        }
        assertThat(AvroKeys.of(ORDER).withWire(KeyWire.ID8))
                .isEqualTo(AvroKeys.of(ORDER))
                .hasSameHashCodeAs(AvroKeys.of(ORDER))
                .hasToString(name)
                .isNotEqualTo(AvroKeys.of("\"long\""))
                .isNotEqualTo(name);
    }

    /** Fixed by this version: producers of different builds and Avros compare it. */
    @Test
    void the_name_of_a_schema_is_the_same_for_ever() {
        assertThat(AvroKeys.of(ORDER).name()).isEqualTo("avro-canonical:fc43f652941a2545");
    }

    @Test
    void a_schema_is_json_or_the_path_of_a_file(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("key.avsc"), ORDER);

        assertThat(AvroKeys.of(file.toString())).isEqualTo(AvroKeys.of(ORDER));
        assertThat(AvroKeys.of(AvroKeys.of(file.toString()).schema())).isEqualTo(AvroKeys.of(ORDER));
        assertThat(AvroKeys.isJson("\"string\"")).isTrue();
        assertThat(AvroKeys.isJson("string")).isFalse();
        assertThatThrownBy(() -> AvroKeys.of(directory.resolve("none.avsc").toString()))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageMatching("the schema file \".*none.avsc\" does not exist; allowed: a schema as JSON, which"
                        + " begins with \\{, \\[ or \", or the path of a file \\(.avsc\\) that holds one");
        assertThatThrownBy(() -> AvroKeys.of(directory.toString())).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> AvroKeys.of("a\0b")).hasMessageContaining("is not a path");
        Files.write(file, new byte[(1 << 20) + 1]);
        assertThatThrownBy(() -> AvroKeys.of(file.toString())).hasMessageContaining("is longer than 1048576 bytes");
    }

    @Test
    void a_text_that_is_no_schema_is_refused_in_one_line() {
        assertThatThrownBy(() -> AvroKeys.of("{\"type\":\n\"recard\"}"))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageMatching(
                        "the key schema \\{\"type\": \"recard\"\\} is not one \\(.*\\); allowed: an Avro schema as"
                                + " JSON, complete in itself");
    }

    @Test
    void a_key_is_spelled_as_avros_json() {
        AvroKeys keys = AvroKeys.of(ORDER);

        assertThat(keys.ofJson("{\"customer\": \"ab\", \"number\": 7}"))
                .isEqualTo(keys.ofObject(order(schema(ORDER), "ab", 7)));
        assertThatThrownBy(() -> keys.ofJson("{\"customer\": \"ab\"}"))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageMatching(
                        "\"\\{\"customer\": \"ab\"\\}\" is not a key of the schema shop.OrderKey [0-9a-f]{16}"
                                + " \\(Expected long. Got END_OBJECT\\); allowed: JSON as Avro encodes a value of it");
    }

    @Test
    void many_schemas_and_many_threads_get_the_bytes_that_one_gets() throws Exception {
        AvroKeys keys = AvroKeys.of(ORDER);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int thread = t;
                done.add(pool.submit(() -> {
                    // More schemas than are remembered, each with a field of its own in front.
                    for (int i = 0; i < 500; i++) {
                        Schema writer = SchemaBuilder.record("OrderKey")
                                .namespace("shop")
                                .fields()
                                .requiredLong("f" + (thread / 2 * 500 + i))
                                .requiredString("customer")
                                .requiredLong("number")
                                .endRecord();
                        GenericRecord key = order(writer, "ab", i);
                        key.put(0, 5L);
                        assertThat(keys.ofObject(key))
                                .isEqualTo(Wires.bare(schema(ORDER), order(schema(ORDER), "ab", i)));
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void keys_of_random_schemas_have_one_canonical_form_whichever_way_they_come() {
        Seeds.upTo(300, random -> {
            RandomKeys made = new RandomKeys(random);
            Schema pinned = made.record(3);
            GenericRecord key = (GenericRecord) Objects.requireNonNull(made.value(pinned));
            Schema shuffled = made.shuffled(pinned);
            GenericRecord sameKey = RandomKeys.copy(key, shuffled);
            AvroKeys keys = AvroKeys.of(pinned.toString()).withWire(KeyWire.NONE);

            byte[] canonical = keys.ofObject(key);
            assertThat(canonical).isEqualTo(Wires.bare(pinned, key));
            assertThat(keys.ofObject(sameKey)).as("%s", key).isEqualTo(canonical);
            assertThat(keys.ofWire(canonical, 0, canonical.length, KeyHeaders.UNSEEN))
                    .isEqualTo(canonical);
            assertThat(keys.ofJson(RandomKeys.json(pinned, key))).isEqualTo(canonical);
        });
    }

    @Test
    void text_outside_of_ascii_is_a_key() {
        assertThat(AvroKeys.of("\"string\"").ofObject("Zoë"))
                .isEqualTo(Wires.bare(Schema.create(Schema.Type.STRING), "Zoë"))
                .endsWith("Zoë".getBytes(StandardCharsets.UTF_8));
    }
}
