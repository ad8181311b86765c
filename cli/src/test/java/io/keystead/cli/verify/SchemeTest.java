package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchemeTest {
    private static final long SEED = 20261130;

    /** From the tests of Kafka's own {@code Utils}. */
    @ParameterizedTest
    @CsvSource({
        "21, -973932308",
        "foobar, -790332482",
        "a-little-bit-long-string, -985981536",
        "a-little-bit-longer-string, -1486304829",
        "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971",
        "abc, 479470107"
    })
    void murmur2_is_kafka_s(String key, int hash) {
        assertThat(hash(Hash32.MURMUR2, key)).isEqualTo(hash);
    }

    /** From the tests of librdkafka, without the sign bit. */
    @ParameterizedTest
    @CsvSource({"kafka, 1348980580", "amqp, 767747138", "giberish123456789, 257239820"})
    void murmur2_is_librdkafka_s(String key, int hash) {
        assertThat(hash(Hash32.MURMUR2, key) & Integer.MAX_VALUE).isEqualTo(hash);
    }

    /** The check value of CRC-32 and some from the tests of Go's and zlib's. */
    @ParameterizedTest
    @CsvSource({
        "123456789, cbf43926",
        "'', 00000000",
        "a, e8b7be43",
        "abc, 352441c2",
        "The quick brown fox jumps over the lazy dog, 414fa339"
    })
    void crc32_is_that_of_zip(String key, String hash) {
        assertThat(hash(Hash32.CRC_32, key)).isEqualTo(Integer.parseUnsignedInt(hash, 16));
    }

    /** From the authors of FNV. */
    @ParameterizedTest
    @CsvSource({"'', 811c9dc5", "a, e40c292c", "b, e70c2de5", "foo, a9f37ed7", "foobar, bf9cf968"})
    void fnv_1a_is_that_of_its_authors(String key, String hash) {
        assertThat(hash(Hash32.FNV_1A, key)).isEqualTo(Integer.parseUnsignedInt(hash, 16));
    }

    /** From the tests of librdkafka, which took them from sarama's language. */
    @ParameterizedTest
    @CsvSource({
        "kafka, d33c4e1",
        "giberish123456789, 77a58295",
        "1234, 23bdd03",
        "234, 2dea3cd2",
        "34, 740fa83e",
        "4, 310ca263",
        "'PreAmbleWillBeRemoved,ThePrePartThatIs', 65cbd69c",
        "'', 7ee3623b"
    })
    void fnv_takes_the_absolute_value_as_librdkafka_does(String key, String hash) {
        int absolute = Integer.parseInt(hash, 16);
        for (int n = 1; n < 1000; n++) {
            assertThat(Scheme.FNV.partition(hash(Hash32.FNV_1A, key), n))
                    .as("of %d", n)
                    .isEqualTo(absolute % n);
        }
    }

    /** From the tests of kafkajs before 2.0. */
    @ParameterizedTest
    @CsvSource({
        "0, 272173970",
        "1, 1311020360",
        "128, 2053105854",
        "2187, -2081355488",
        "16384, 204404061",
        "78125, -677491393",
        "279936, -622460209",
        "823543, 651276451",
        "2097152, 944683677",
        "4782969, -892695770",
        "10000000, -1778616326",
        "19487171, -518311627",
        "35831808, 556972389",
        "62748517, -233806557",
        "105413504, -109398538",
        "170859375, 102939717"
    })
    void kafkajs_murmur2_is_that_of_its_legacy_partitioner(String key, int hash) {
        assertThat(hash(Hash32.KAFKAJS_MURMUR2, key)).isEqualTo(hash);
        assertThat(hash(Hash32.MURMUR2, key)).as("the right one").isNotEqualTo(hash);
    }

    /** As kafkajs 2.2.4 computed it for keys of 13, 33, 51, 62 and 64 bytes. */
    @ParameterizedTest
    @CsvSource({
        "bfcb39e26bba4dc07d3f171d66, 1385156382",
        "a8e556892465f3f28d4b4dadaf4b4cac2e6d2bd6ba65adce93dc8d036b2a943cf2, 44274247",
        "abaaa034f70f2f3f4149981ef0e7d17dd3361cb3b4fc0eee35e325bac6c2767d9785e75e96ee79b165702ea14cec20bf91d9e7,"
                + " -1052390264",
        "7a67d0faeb277cd19a742c9830ae02840ff604187d7f00fb823511f698f8e50a5e425444697cdffea69605f1e362a2a05a6b0905d3b424bd"
                + "654b64f6ab81, -405909857",
        "dd9e13f356f2e9d8755de7993458c0c2796bdceb4e8b2783362659e4537c463ee59bfd9b7337558e13b4a03a97ad6d6af8eeb56f4c2d03bc"
                + "bbde2874bff51d70, -1528218672"
    })
    void kafkajs_murmur2_is_that_of_its_legacy_partitioner_for_longer_keys_of_any_bytes(String hex, int hash) {
        byte[] key = HexFormat.of().parseHex(hex);
        assertThat(Hash32.KAFKAJS_MURMUR2.of(key, key.length)).isEqualTo(hash);
    }

    @Test
    void the_one_negative_number_without_a_positive_one_goes_where_unsigned_arithmetic_puts_it() {
        for (int n = 1; n < 1000; n++) {
            assertThat(Sign.ABSOLUTE.partition(Integer.MIN_VALUE, n)).isEqualTo((int) ((1L << 31) % n));
            assertThat(Sign.UNSIGNED.partition(Integer.MIN_VALUE, n)).isEqualTo((int) ((1L << 31) % n));
            assertThat(Sign.MASKED.partition(Integer.MIN_VALUE, n)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void places_are_those_of_formulas_made_apart(Scheme scheme) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            byte[] key = new byte[random.nextInt(40)];
            random.nextBytes(key);
            int n = 1 + random.nextInt(i % 2 == 0 ? 20 : 2000);
            assertThat(scheme.partition(key, key.length, n))
                    .as("seed %d, key %d, %d partitions", SEED, i, n)
                    .isEqualTo(Oracle.partition(scheme, key, n))
                    .isBetween(0, n - 1);
        }
    }

    @Test
    void a_scheme_is_a_repetition_exactly_where_an_earlier_one_is_the_same_function() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int n : new int[] {1, 2, 3, 4, 5, 6, 8, 12, 16, 100, 1024}) {
            for (Scheme scheme : Scheme.values()) {
                boolean same = false;
                for (Scheme earlier : Scheme.values()) {
                    same |= earlier.compareTo(scheme) < 0 && isSame(earlier, scheme, n, random);
                }
                assertThat(scheme.isRepetition(n)).as("%s of %d", scheme, n).isEqualTo(same);
            }
        }
    }

    private static boolean isSame(Scheme one, Scheme other, int n, SplittableRandom random) {
        for (int i = 0; i < 1000; i++) {
            byte[] key = new byte[1 + random.nextInt(40)];
            random.nextBytes(key);
            if (Oracle.partition(one, key, n) != Oracle.partition(other, key, n)) {
                return false;
            }
        }
        return true;
    }

    private static int hash(Hash32 function, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return function.of(bytes, bytes.length);
    }
}
