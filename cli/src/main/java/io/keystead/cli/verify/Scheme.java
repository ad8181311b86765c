package io.keystead.cli.verify;

import io.keystead.cli.BadInput;
import java.util.Arrays;
import java.util.List;

/**
 * The ways in which Kafka's clients place keys without HRW, those that were meant and those that a port got wrong: a hash, and
 * what becomes of its sign bit.
 *
 * <p>In the order in which they are named where records do not tell several apart.
 */
enum Scheme {
    /** Java's clients and what is compatible with them. */
    MURMUR2(Hash32.MURMUR2, Sign.MASKED, "murmur2", "Kafka's default partitioner"),
    /** Of {@code consistent_random} and {@code consistent}. */
    CRC32(Hash32.CRC_32, Sign.UNSIGNED, "crc32", "librdkafka's default partitioner (CRC32)"),
    /** Of librdkafka's {@code fnv1a}, too. */
    FNV(Hash32.FNV_1A, Sign.ABSOLUTE, "fnv", "sarama's default partitioner (FNV-1a)"),
    FNV_MASKED(
            Hash32.FNV_1A, Sign.MASKED, "fnv masked", "sarama's NewReferenceHashPartitioner (FNV-1a, sign bit masked)"),
    MURMUR2_UNSIGNED(
            Hash32.MURMUR2,
            Sign.UNSIGNED,
            "murmur2 unsigned",
            "murmur2 with the sign bit not masked but counted, as @platformatic/kafka's default does"),
    MURMUR2_ABSOLUTE(
            Hash32.MURMUR2, Sign.ABSOLUTE, "murmur2 absolute", "murmur2 with the absolute value in place of the mask"),
    MURMUR2_FLOORED(
            Hash32.MURMUR2, Sign.FLOORED, "murmur2 floored", "murmur2 as a signed number with a floored remainder"),
    KAFKAJS_MURMUR2(
            Hash32.KAFKAJS_MURMUR2,
            Sign.MASKED,
            "kafkajs murmur2",
            "kafkajs' LegacyPartitioner (its default before 2.0, murmur2 with rounded products)"),
    CRC32_MASKED(Hash32.CRC_32, Sign.MASKED, "crc32 masked", "CRC32 with the sign bit masked"),
    CRC32_ABSOLUTE(Hash32.CRC_32, Sign.ABSOLUTE, "crc32 absolute", "CRC32 with its absolute value as a signed number"),
    CRC32_FLOORED(Hash32.CRC_32, Sign.FLOORED, "crc32 floored", "CRC32 as a signed number with a floored remainder"),
    FNV_UNSIGNED(Hash32.FNV_1A, Sign.UNSIGNED, "fnv unsigned", "FNV-1a as an unsigned number"),
    FNV_FLOORED(Hash32.FNV_1A, Sign.FLOORED, "fnv floored", "FNV-1a as a signed number with a floored remainder");

    /** Those that a topic can be expected to be written with. */
    static final List<Scheme> MEANT = List.of(MURMUR2, CRC32, FNV);

    /** All but Kafka's default. */
    static final List<Scheme> OTHERS = List.of(values()).subList(1, values().length);

    private final Hash32 hash;
    private final Sign sign;
    private final String code;
    private final String writer;

    Scheme(Hash32 hash, Sign sign, String code, String writer) {
        this.hash = hash;
        this.sign = sign;
        this.code = code;
        this.writer = writer;
    }

    /** The one that an option names. */
    static Scheme parse(String option, String name) {
        return MEANT.stream()
                .filter(scheme -> scheme.code.equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new BadInput(option, "\"" + name + "\" is not a scheme; allowed: hrw, murmur2, crc32, fnv"));
    }

    Hash32 hash() {
        return hash;
    }

    /** A word for options and programs. */
    String code() {
        return code;
    }

    /** Where a key goes. */
    int partition(byte[] key, int length, int partitions) {
        return partition(hash.of(key, length), partitions);
    }

    /** Where a key with this {@linkplain #hash() hash} goes. */
    int partition(int hashed, int partitions) {
        return sign.partition(hashed, partitions);
    }

    /** Whether an empty key goes anywhere, as a missing one does: so librdkafka's default has it. */
    boolean scattersEmptyKeys() {
        return this == CRC32;
    }

    /** Whether an earlier one places every key alike over so many partitions. */
    boolean isRepetition(int partitions) {
        return Arrays.stream(values())
                .anyMatch(earlier -> earlier.compareTo(this) < 0
                        && (partitions == 1 || (earlier.hash == hash && earlier.sign.isSameAs(sign, partitions))));
    }

    /**
     * Who writes so.
     *
     * @param seen over how many partitions
     * @param now how many the topic has
     */
    String writer(int seen, int now) {
        return seen == now
                ? writer
                : writer + " when the topic had " + (seen == 1 ? "1 partition" : seen + " partitions");
    }
}
