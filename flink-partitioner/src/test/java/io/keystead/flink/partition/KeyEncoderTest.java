package io.keystead.flink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.junit.jupiter.api.Test;

/** The bytes of keys, beside those that Kafka's serializers write. */
class KeyEncoderTest {
    private static final long SEED = 20_260_301;
    private static final int RANDOM_KEYS = 10_000;

    private static <K> void assertEqual(KeyEncoder<K> encoder, Serializer<K> serializer, Stream<K> keys) {
        try (serializer) {
            keys.forEach(key -> assertThat(encoder.encode(key))
                    .as("%s, seed %s", key, SEED)
                    .isEqualTo(serializer.serialize("orders", key)));
        }
    }

    @Test
    void textsAreWrittenAsByStringSerializerAlsoWhereTheyAreNotWellFormed() {
        assertEqual(
                KeyEncoder.string(),
                new StringSerializer(),
                Stream.concat(
                        Stream.of("", "a", "\0", "Kraków", "鍵", "\ud83d\udd11", "\ud83d", "\udd11\ud83d", "x\ud83dy"),
                        randomTexts()));
    }

    /** Code units of any kind, so that halves of surrogate pairs are among them. */
    private static Stream<String> randomTexts() {
        SplittableRandom random = new SplittableRandom(SEED);
        return Stream.generate(() -> {
                    int first = random.nextInt(2) == 0 ? 0 : 0xd000;
                    StringBuilder text = new StringBuilder();
                    for (int length = random.nextInt(20); length > 0; length--) {
                        text.append((char) (first + random.nextInt(0x2000)));
                    }
                    return text.toString();
                })
                .limit(RANDOM_KEYS);
    }

    @Test
    void longsAreWrittenAsByLongSerializer() {
        SplittableRandom random = new SplittableRandom(SEED);
        assertEqual(
                KeyEncoder.int64(),
                new LongSerializer(),
                Stream.concat(
                        Stream.of(0L, -1L, 42L, Long.MIN_VALUE, Long.MAX_VALUE),
                        Stream.generate(random::nextLong).limit(RANDOM_KEYS)));
    }

    @Test
    void integersAreWrittenAsByIntegerSerializer() {
        SplittableRandom random = new SplittableRandom(SEED);
        assertEqual(
                KeyEncoder.int32(),
                new IntegerSerializer(),
                Stream.concat(
                        Stream.of(0, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE),
                        Stream.generate(() -> random.nextInt()).limit(RANDOM_KEYS)));
    }

    @Test
    void uuidsAreWrittenAsByUuidSerializer() {
        SplittableRandom random = new SplittableRandom(SEED);
        assertEqual(
                KeyEncoder.uuid(),
                new UUIDSerializer(),
                Stream.concat(
                        Stream.of(
                                new UUID(0, 0),
                                new UUID(-1, -1),
                                new UUID(Long.MIN_VALUE, Long.MAX_VALUE),
                                UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
                        Stream.generate(() -> new UUID(random.nextLong(), random.nextLong()))
                                .limit(RANDOM_KEYS)));
    }

    @Test
    void bytesAreTheKeyThemselves() {
        SplittableRandom random = new SplittableRandom(SEED);
        assertEqual(
                KeyEncoder.bytes(),
                new ByteArraySerializer(),
                Stream.generate(() -> {
                            byte[] key = new byte[random.nextInt(40)];
                            random.nextBytes(key);
                            return key;
                        })
                        .limit(RANDOM_KEYS));
    }

    private static final String ORDER = "{\"type\":\"record\",\"name\":\"OrderKey\",\"fields\":["
            + "{\"name\":\"customer\",\"type\":\"string\"},{\"name\":\"number\",\"type\":\"long\"}]}";

    private static GenericRecord order(String schema) {
        GenericRecord key = new GenericData.Record(new Schema.Parser().parse(schema));
        key.put("customer", "ab");
        key.put("number", 7L);
        return key;
    }

    @Test
    void avroKeysOfTwoSchemasAreOneKeyAlsoAfterTheEncoderHasTravelled() throws Exception {
        String documented = ORDER.replace("\"long\"", "\"long\",\"doc\":\"d\"");
        String reordered = "{\"type\":\"record\",\"name\":\"OrderKey\",\"fields\":["
                + "{\"name\":\"number\",\"type\":\"long\"},{\"name\":\"customer\",\"type\":\"string\"}]}";
        KeyEncoder<GenericRecord> encoder = KeyEncoder.avro(ORDER);
        KeyEncoder<GenericRecord> travelled = InstantiationUtil.clone(encoder);

        for (KeyEncoder<GenericRecord> each : List.of(encoder, travelled, KeyEncoder.<GenericRecord>avro(documented))) {
            assertThat(each.encode(order(ORDER)))
                    .isEqualTo(each.encode(order(documented)))
                    .isEqualTo(each.encode(order(reordered)))
                    .isEqualTo(new byte[] {4, 'a', 'b', 14});
        }
        HrwPartitioner<GenericRecord> partitioner = HrwPartitioner.of(travelled);
        assertThat(partitioner).isEqualTo(HrwPartitioner.of(KeyEncoder.<GenericRecord>avro(documented)));
        assertThat(partitioner.partition(order(reordered), 12)).isEqualTo(partitioner.partition(order(ORDER), 12));
        assertThat(partitioner.toString()).endsWith(", keys " + encoder).contains("keys avro-canonical:");
        assertThat(encoder).isNotEqualTo(KeyEncoder.avro("\"string\"")).hasSameHashCodeAs(travelled);
    }

    @Test
    void anAvroKeyThatDoesNotFitAndASchemaWithAMapAreRefused() {
        KeyEncoder<GenericRecord> encoder = KeyEncoder.avro(ORDER);
        Schema renamed = new Schema.Parser().parse(ORDER.replace("customer", "client"));
        GenericRecord key = new GenericData.Record(renamed);
        key.put("client", "ab");
        key.put("number", 7L);
        assertThatThrownBy(() -> encoder.encode(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing required field customer");
        assertThatThrownBy(() -> KeyEncoder.avro("{\"type\":\"map\",\"values\":\"long\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a map");
    }
}
