package io.keystead.planner.sample;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Keys with what is counted of each, without the keys themselves: of a key it has what placements ask for.
 *
 * <p>A key is known by its 64-bit hash; two keys that share one would count as one. Among n keys that happens with a
 * probability of about n^2 / 2^65: 3 in a million for ten million keys.
 *
 * <p>Where the source has more keys than the sample may hold, the sample is a uniform one of the different keys, each with
 * all its records: those for which a function of the hash, which no placement uses, is smallest. Every key has the same
 * chance whatever number of records it has, so shares of keys are unbiased with a variance of {@code p (1 - p) / size}; and a
 * share of bytes or records, as the quotient of two sums over the sample, is off by its random error, and by a bias that is
 * smaller than it by a factor of about the square root of the size. Records drawn by themselves would give shares of records
 * as well, but each key with a chance that grows with its records, and would split a key's records.
 *
 * <p>Immutable and thread-safe; all look-ups are O(1).
 */
public final class KeySample {
    /** The most keys that a sample may have. */
    public static final int MAX_SIZE = KeyTable.MAX_SIZE;

    private final KeyTable keys;
    private final double standsFor;
    private final SampleSummary summary;

    private KeySample(KeyTable keys, double standsFor, SampleSummary summary) {
        this.keys = keys;
        this.standsFor = standsFor;
        this.summary = summary;
    }

    /**
     * A builder of an empty sample.
     *
     * @param source where the keys come from, in words
     * @param most how many keys the sample may hold, 2 to {@link #MAX_SIZE}
     */
    public static Builder builder(String source, int most) {
        return new Builder(source, most);
    }

    /** How many keys there are. */
    public int size() {
        return keys.size();
    }

    /** The key's {@code hrw-v1} hash: XXH3, 64 bits, seed 0. */
    public long hash(int index) {
        return keys.hash(index);
    }

    /** The key's murmur2 as Kafka's default partitioner computes it. */
    public int murmur2(int index) {
        return keys.murmur2(index);
    }

    /** What {@code hashCode()} of the key as a {@code String} returns, its bytes read as UTF-8. */
    public int javaHash(int index) {
        return keys.javaHash(index);
    }

    /** The bytes of the key's records, 0 where the source does not tell. */
    public long bytes(int index) {
        return keys.bytes(index);
    }

    /** How many records the key has, at least 1. */
    public long records(int index) {
        return keys.records(index);
    }

    /**
     * How many keys of the source this one stands for, 1 or above: 1 where nothing was left out. A share of keys is a sum of
     * these by the sum of all; one of bytes or records has the key's bytes or records times this.
     */
    public double standsFor(int index) {
        return standsFor;
    }

    /** What it holds in all. */
    public SampleSummary summary() {
        return summary;
    }

    /**
     * Collects records. Holds {@code most} keys and a quarter more, and of each about 40 bytes, whatever number of records comes.
     * Not thread-safe; use once.
     */
    public static final class Builder implements KeySink {
        private static final int HOTTEST = 16;
        private static final KeyHash HASH = KeyHash.xxh3(0);

        private final String source;
        private final int most;
        private final KeyTable keys = new KeyTable();
        private final HotKeys hot = new HotKeys(HOTTEST, this::recordsOf);
        private BadRows bad = new BadRows(0, List.of());
        private OptionalDouble recordsPerSecond = OptionalDouble.empty();
        private OptionalLong population = OptionalLong.empty();
        private long records;
        private long bytes;
        /** Only keys of a smaller order are kept. */
        private long threshold = Long.MAX_VALUE;

        private Builder(String source, int most) {
            if (most < 2 || most > MAX_SIZE) {
                throw new IllegalArgumentException(
                        "a sample of " + most + " keys is out of range; allowed: 2 to " + MAX_SIZE);
            }
            this.source = source;
            this.most = most;
        }

        /** Counts a record of a key. */
        public void add(byte[] key, long recordBytes) {
            add(key, 0, key.length, recordBytes, 1);
        }

        /**
         * Counts some records of a key of {@code length} bytes from {@code offset}. Sums stop at the largest {@code long}.
         *
         * @param recordBytes how many bytes they have together, 0 or above
         * @param moreRecords how many they are, 1 or above
         */
        @Override
        public void add(byte[] key, int offset, int length, long recordBytes, long moreRecords) {
            if (recordBytes < 0 || moreRecords < 1) {
                throw new IllegalArgumentException(
                        recordBytes + " bytes of " + moreRecords + " records; allowed: 0 and above of 1 and above");
            }
            records = KeyTable.sum(records, moreRecords);
            bytes = KeyTable.sum(bytes, recordBytes);
            long hash = HASH.hash(key, offset, length);
            int index = keys.find(hash);
            if (index < 0) {
                if (order(hash) >= threshold) {
                    return;
                }
                if (keys.size() - most >= Math.max(most >> 2, 1)) {
                    leaveOut();
                }
                index = keys.append(hash, Murmur2.hash(key, offset, length), javaHash(key, offset, length));
            }
            keys.count(index, recordBytes, moreRecords);
            hot.saw(hash, keys.records(index), key, offset, length);
        }

        /** The rows of the source that were left out; none by default. */
        public void bad(BadRows rows) {
            bad = rows;
        }

        /** How fast the records came; unknown by default. */
        public void recordsPerSecond(double rate) {
            recordsPerSecond = OptionalDouble.of(rate);
        }

        /** How many different keys the source has, where that is known and more than are added; estimated by default. */
        void population(long known) {
            population = OptionalLong.of(known);
        }

        /** Whether the key is held now. */
        boolean holds(byte[] key) {
            return keys.find(HASH.hash(key)) >= 0;
        }

        /** How many keys are held now. */
        public int size() {
            return keys.size();
        }

        /** How many records were counted, those of keys that are left out included. */
        public long records() {
            return records;
        }

        private long recordsOf(long hash) {
            int index = keys.find(hash);
            return index < 0 ? 0 : keys.records(index);
        }

        /** Where the hash stands in the order by which keys are left out: a mix of it that no placement uses, not negative. */
        static long order(long hash) {
            long mixed = (hash ^ 0x7b1c_e583_bd4d_6f37L) * 0xd6e8_feb8_6659_fd93L;
            mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
            return (mixed ^ mixed >>> 32) >>> 1;
        }

        /** Leaves {@code most} keys, and the order of the first that is left out as the threshold. */
        private void leaveOut() {
            long[] orders = new long[keys.size()];
            for (int i = 0; i < orders.length; i++) {
                orders[i] = order(keys.hash(i));
            }
            Arrays.sort(orders);
            threshold = orders[most];
            keys.retain(hash -> order(hash) < threshold);
        }

        private static int javaHash(byte[] key, int offset, int length) {
            int hash = 0;
            for (int i = offset; i < offset + length; i++) {
                if (key[i] < 0) {
                    return new String(key, offset, length, StandardCharsets.UTF_8).hashCode();
                }
                hash = 31 * hash + key[i];
            }
            return hash;
        }

        /** The sample. */
        public KeySample build() {
            if (keys.size() > most) {
                leaveOut();
            }
            long all = population.orElseGet(this::estimate);
            List<HotKey> hottest = hottest();
            double standsFor = keys.size() == 0 ? 1 : (double) all / keys.size();
            SampleSummary summary = new SampleSummary(
                    source, keys.size(), all, records, bytes, recordsPerSecond, bad, hottest, hottestShares());
            keys.finish();
            return new KeySample(keys, standsFor, summary);
        }

        /** How many keys there were; by the order of the first that was left out: the part of all orders that the others take. */
        private long estimate() {
            return threshold == Long.MAX_VALUE
                    ? keys.size()
                    : Math.max(keys.size(), Math.round(most / (threshold * 0x1p-63)));
        }

        private List<HotKey> hottest() {
            List<HotKey> hottest = new ArrayList<>();
            for (long hash : hot.hottest()) {
                int index = keys.find(hash);
                if (index >= 0 && keys.records(index) > 1) {
                    hottest.add(new HotKey(KeyText.of(hot.name(hash)), hash, keys.records(index), keys.bytes(index)));
                }
            }
            return hottest;
        }

        private List<Double> hottestShares() {
            long[] sorted = keys.allRecords();
            Arrays.sort(sorted);
            double all = 0;
            for (long one : sorted) {
                all += one;
            }
            List<Double> shares = new ArrayList<>();
            double sum = 0;
            for (int i = 0; i < sorted.length; i++) {
                sum += sorted[sorted.length - 1 - i];
                if (Integer.bitCount(i + 1) == 1) {
                    shares.add(sum / all);
                }
            }
            return shares;
        }
    }
}
