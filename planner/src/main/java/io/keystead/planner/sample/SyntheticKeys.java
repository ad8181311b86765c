package io.keystead.planner.sample;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Keys that nobody has, to try placements on. Immutable.
 *
 * @param kind what the keys look like
 * @param exponent how quickly the records of Zipf's keys decrease: the key of rank r has records in proportion to {@code
 *     1 / r^exponent}; 0 for other kinds
 */
public record SyntheticKeys(Kind kind, double exponent) {
    /** What keys look like. */
    public enum Kind {
        /** Random 64-bit numbers, 8 bytes each. */
        UNIFORM,
        /** {@code order-0}, {@code order-1} and so on, with records as Zipf's law has them. */
        ZIPF,
        /** The numbers from 0, 8 bytes each, big-endian: what Kafka's {@code LongSerializer} makes of an identity column. */
        SEQUENTIAL,
        /** Random UUIDs, 36 characters each. */
        UUID,
        /** {@code order-0}, {@code order-1} and so on. */
        ORDER
    }

    /** The most keys. */
    public static final long MAX_COUNT = Integer.MAX_VALUE;

    /**
     * The most records that are drawn by Zipf's law: enough that the share of a key with one record in a thousand is known to
     * within 1 %.
     */
    static final long MAX_DRAWS = 10_000_000;

    private static final String ALLOWED = "; allowed: uniform, zipf:EXPONENT such as zipf:1.1, sequential, uuid, order";
    private static final double MAX_EXPONENT = 10;
    private static final int STEP = 1 << 16;

    /**
     * The keys of this name.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    public static SyntheticKeys parse(String text) {
        if (text.startsWith("zipf:")) {
            return new SyntheticKeys(Kind.ZIPF, exponent(text));
        }
        for (Kind kind : Kind.values()) {
            if (kind != Kind.ZIPF && text.equals(kind.name().toLowerCase(Locale.ROOT))) {
                return new SyntheticKeys(kind, 0);
            }
        }
        throw new IllegalArgumentException("\"" + text + "\" are no keys" + ALLOWED);
    }

    private static double exponent(String text) {
        try {
            double exponent = Double.parseDouble(text.substring("zipf:".length()));
            if (exponent > 0 && exponent <= MAX_EXPONENT) {
                return exponent;
            }
        } catch (NumberFormatException e) {
            // Said in the same words below.
        }
        throw new IllegalArgumentException("\"" + text + "\" has no exponent above 0 and up to 10" + ALLOWED);
    }

    /**
     * A sample of so many keys.
     *
     * <p>Where there are more than it may hold, those that it holds were drawn from all, each set of so many with the same
     * chance: its shares of keys are within {@code sqrt(p (1 - p) / size)}, one standard deviation, of those of all. Of Zipf's
     * keys as many records are drawn as there are keys, at most {@value #MAX_DRAWS}; the sample holds the keys that came up, all
     * of them or, where these are too many, a uniform part with all their records, beside the heavy ones. They stand for all keys,
     * since a hash does not know of ranks, and an error that is told of records is above what the draws make. Takes O(most)
     * time and memory, for Zipf's keys O(draws) time.
     *
     * @param count how many keys there are, 1 to {@link #MAX_COUNT}
     * @param most how many the sample may hold
     * @param seed the same seed gives the same sample
     * @param progress is told how many more keys have been made, every now and then; {@link #steps} in all
     */
    public KeySample sample(long count, int most, long seed, LongConsumer progress) {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException(count + " keys are out of range; allowed: 1 to " + MAX_COUNT);
        }
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        KeySample.Builder builder = KeySample.builder(source(count, most), most);
        Steps steps = new Steps(progress);
        switch (kind) {
            case ZIPF -> zipf((int) count, steps(count, most), random, builder, steps);
            case UNIFORM, UUID -> independent(count, most, random, builder, steps);
            case SEQUENTIAL, ORDER -> numbered(count, most, random, builder, steps);
        }
        steps.end();
        return builder.build();
    }

    /** How many keys {@link #sample} makes. */
    public long steps(long count, int most) {
        return Math.min(count, kind == Kind.ZIPF ? MAX_DRAWS : most);
    }

    private String source(long count, int most) {
        String keys = String.format(Locale.ROOT, "%,d %s keys", count, this);
        return kind == Kind.ZIPF ? String.format(Locale.ROOT, "%,d records of %s", steps(count, most), keys) : keys;
    }

    private void zipf(int count, long draws, UniformRandomProvider random, KeySample.Builder builder, Steps steps) {
        SharedStateDiscreteSampler ranks = RejectionInversionZipfSampler.of(random, count, exponent);
        for (long i = 0; i < draws; i++) {
            builder.add(order(ranks.sample() - 1L), 0);
            steps.step();
        }
        builder.population(count);
    }

    /** Any of them are a sample of all, since nothing ties one to another. */
    private void independent(
            long count, int most, UniformRandomProvider random, KeySample.Builder builder, Steps steps) {
        long wanted = Math.min(count, most);
        while (builder.size() < wanted) {
            builder.add(kind == Kind.UUID ? uuid(random) : bytes(random.nextLong()), 0);
            steps.step();
        }
        builder.population(count);
    }

    /** Floyd's way of drawing a set: of each longer beginning of all numbers one, or its last where that one is drawn already. */
    private void numbered(long count, int most, UniformRandomProvider random, KeySample.Builder builder, Steps steps) {
        long wanted = Math.min(count, most);
        for (long last = count - wanted; last < count; last++) {
            byte[] key = numbered(wanted == count ? last : random.nextLong(last + 1));
            builder.add(builder.holds(key) ? numbered(last) : key, 0);
            steps.step();
        }
        builder.population(count);
    }

    private byte[] numbered(long number) {
        return kind == Kind.ORDER ? order(number) : bytes(number);
    }

    private static byte[] order(long number) {
        return ("order-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** Version 4, as {@link UUID#randomUUID()} makes them. */
    private static byte[] uuid(UniformRandomProvider random) {
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(high, low).toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The name as people write it. */
    @Override
    public String toString() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return kind == Kind.ZIPF ? name + ":" + exponent : name;
    }

    /** Tells of many steps at a time. */
    private static final class Steps {
        private final LongConsumer progress;
        private long untold;

        Steps(LongConsumer progress) {
            this.progress = progress;
        }

        void step() {
            if (++untold == STEP) {
                end();
            }
        }

        void end() {
            progress.accept(untold);
            untold = 0;
        }
    }
}
