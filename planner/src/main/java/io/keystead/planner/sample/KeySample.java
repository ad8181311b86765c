package io.keystead.planner.sample;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keys with what is counted of each, without the keys themselves: of a key it has what placements ask for.
 *
 * <p>A key is known by its 64-bit hash; two keys that share one would count as one. Among n keys that happens with a
 * probability of about n^2 / 2^65: 3 in a million for ten million keys.
 *
 * <p>Where the source has more keys than the sample may hold, it has the heavy keys for certain, those with more than one in
 * 2,048 of all records or of all bytes (in a sample of less than 8,192 keys, 4 by its size), which stand for themselves. What
 * was seen of a heavy key may miss, where it came late, up to one in 16,384 of all records and bytes. The others are a uniform
 * sample of the different keys that are left, each with all its records: those for which a function of the hash, which no
 * placement uses, is smallest. Each of them has the same chance whatever number of records it has, so shares of keys are
 * unbiased with a variance of {@code p (1 - p) / size}; and a share of bytes or records, as the quotient of two sums over the
 * sample, is off by its random error, and by a bias that is smaller than it by a factor of about the square root of the size.
 * Records drawn by themselves would give shares of records as well, but each key with a chance that grows with its records,
 * and would split a key's records.
 *
 * <p>Immutable and thread-safe; all look-ups are O(1).
 */
public final class KeySample {
    /** The most keys that a sample may have. */
    public static final int MAX_SIZE = KeyTable.MAX_SIZE / 2;

    private final KeyTable keys;
    private final BitSet heavy;
    private final double standsFor;
    private final Squares squares;
    private final SampleSummary summary;

    private KeySample(KeyTable keys, BitSet heavy, double standsFor, Squares squares, SampleSummary summary) {
        this.keys = keys;
        this.heavy = heavy;
        this.standsFor = standsFor;
        this.squares = squares;
        this.summary = summary;
    }

    /** Sums of squares over keys. */
    private record Squares(double bytes, double records) {}

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
     * Whether the key has so much that it is there for certain, and stands for itself where others stand for several; false
     * where nothing was left out.
     */
    public boolean isHeavy(int index) {
        return heavy.get(index);
    }

    /**
     * How many keys of the source this one stands for, 1 or above: 1 for heavy keys, and where nothing was left out. A share of
     * keys is a sum of these by the sum of all. Of bytes and records the others stand for what {@link #summary()} has beside
     * those of heavy keys.
     */
    public double standsFor(int index) {
        return isHeavy(index) ? 1 : standsFor;
    }

    /**
     * The sum of the squared bytes of all keys of the source that are not {@linkplain #isHeavy heavy}: what decides by how much a
     * share of bytes may be off. Those of keys that have much are known, also of keys that the sample has not, since a sample in
     * which they are missing does not look as if it might be off; the rest is estimated from the sample.
     */
    public double squaredBytesOfOthers() {
        return squares.bytes();
    }

    /** The sum of the squared records, as {@link #squaredBytesOfOthers}. */
    public double squaredRecordsOfOthers() {
        return squares.records();
    }

    /** What it holds in all. */
    public SampleSummary summary() {
        return summary;
    }

    /**
     * Collects records. Holds {@code most} keys and a quarter more, and of each 40 to 64 bytes, and up to 10 MB for heavy keys,
     * whatever number of records comes. Not thread-safe; use once.
     */
    public static final class Builder implements KeySink {
        /** More than one in so many of all records, or bytes, is heavy: as many as {@link HeavyKeys} tells with some precision. */
        private static final double HEAVY = 1.0 / (HeavyKeys.KEPT / 8);

        private static final KeyHash HASH = KeyHash.xxh3(0);

        private String source;
        private final int most;
        private final KeyTable keys = new KeyTable();
        private final HotKeys hot = new HotKeys(SampleSummary.MOST_HOTTEST, this::recordsOf);
        private final HotKeys hotByBytes = new HotKeys(SampleSummary.MOST_HOTTEST, this::bytesOf);
        private BadRows bad = new BadRows(0, List.of());
        /** Null until keys are left out. */
        private @Nullable HeavyKeys heavy;

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
            int index = place(hash, key, offset, length);
            if (index >= 0) {
                keys.count(index, recordBytes, moreRecords);
            }
            HeavyKeys.@Nullable Heavy its =
                    heavy == null ? null : heavy.add(hash, key, offset, length, recordBytes, moreRecords);
            hot.saw(hash, its == null ? keys.records(index) : its.records(), key, offset, length);
            hotByBytes.saw(hash, its == null ? keys.bytes(index) : its.bytes(), key, offset, length);
        }

        /** The key's index, -1 if it is left out. */
        private int place(long hash, byte[] key, int offset, int length) {
            int index = keys.find(hash);
            if (index < 0 && order(hash) < threshold && keys.size() - most >= Math.max(most >> 2, 1)) {
                leaveOut();
            }
            return index < 0 && order(hash) < threshold
                    ? keys.append(hash, Murmur2.hash(key, offset, length), JavaHash.of(key, offset, length))
                    : index;
        }

        /** The rows of the source that were left out; none by default. */
        public void bad(BadRows rows) {
            bad = rows;
        }

        /** What a file was found to hold: its bad rows; and, where only its first line told its format, which that is. */
        public void found(Rows rows) {
            bad = rows.bad();
            source = rows.guessed() ? source + " (" + rows.format() + " by its first line)" : source;
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
            return heavy == null ? keys.records(keys.find(hash)) : heavy.recordsOf(hash);
        }

        private long bytesOf(long hash) {
            return heavy == null ? keys.bytes(keys.find(hash)) : heavy.bytesOf(hash);
        }

        /** Where the hash stands in the order by which keys are left out: a mix of it that no placement uses, not negative. */
        static long order(long hash) {
            long mixed = (hash ^ 0x7b1c_e583_bd4d_6f37L) * 0xd6e8_feb8_6659_fd93L;
            mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
            return (mixed ^ mixed >>> 32) >>> 1;
        }

        /** Leaves {@code most} keys. */
        private void leaveOut() {
            if (heavy == null) {
                heavy = new HeavyKeys(keys, hash -> hot.names(hash) || hotByBytes.names(hash));
            }
            retain(most, Map.of());
        }

        /** Leaves these keys and so many others, and the order of the first that is left out as the threshold. */
        private void retain(int others, Map<Long, HeavyKeys.Heavy> certain) {
            long[] orders = new long[keys.size()];
            int count = 0;
            for (int i = 0; i < keys.size(); i++) {
                if (!certain.containsKey(keys.hash(i))) {
                    orders[count++] = order(keys.hash(i));
                }
            }
            Arrays.sort(orders, 0, count);
            threshold = count > others ? orders[others] : threshold;
            keys.retain(hash -> order(hash) < threshold || certain.containsKey(hash));
        }

        /** The sample. */
        public KeySample build() {
            List<HotKey> hottest = hottest(hot, HotKey::records);
            // Of keys with one record each none is hot.
            hottest.removeIf(key -> key.records() == 1);
            List<HotKey> hottestByBytes = hottest(hotByBytes, HotKey::bytes);
            boolean part = heavy != null || keys.size() > most || population.orElse(0) > keys.size();
            Map<Long, HeavyKeys.Heavy> certain = part ? heaviest() : Map.of();
            if (part) {
                retain(most - certain.size(), certain);
            }
            BitSet heavyKeys = new BitSet();
            certain.values().forEach(key -> heavyKeys.set(indexOf(key)));
            int others = keys.size() - certain.size();
            long all = population.orElseGet(() -> certain.size() + estimate(others));
            double standsFor = others == 0 ? 1 : (double) (all - certain.size()) / others;
            SampleSummary summary = new SampleSummary(
                    source,
                    keys.size(),
                    all,
                    records,
                    bytes,
                    recordsPerSecond,
                    bad,
                    hottest,
                    hottestByBytes,
                    HottestShares.of(keys, heavyKeys, standsFor, records));
            Squares squares = squares(certain, standsFor);
            keys.finish();
            return new KeySample(keys, heavyKeys, standsFor, squares, summary);
        }

        /**
         * Of all keys of the source but these. Known are keys of which all was seen, or all but little; not those that came back
         * after they were thrown out, of which there may be most. Whether a key is known does not depend on the sample, so that the
         * sample's unknown keys stand for all unknown ones.
         */
        private Squares squares(Map<Long, HeavyKeys.Heavy> certain, double standsFor) {
            double squaredBytes = 0;
            double squaredRecords = 0;
            for (int i = 0; i < keys.size(); i++) {
                long hash = keys.hash(i);
                if (!certain.containsKey(hash)) {
                    HeavyKeys.@Nullable Heavy key = heavy == null ? null : heavy.find(hash);
                    squaredBytes += key != null && key.tellsBytes() ? 0 : standsFor * keys.bytes(i) * keys.bytes(i);
                    squaredRecords +=
                            key != null && key.tellsRecords() ? 0 : standsFor * keys.records(i) * keys.records(i);
                }
            }
            if (heavy != null) {
                for (HeavyKeys.Heavy key : heavy.all()) {
                    if (!certain.containsKey(key.hash())) {
                        squaredBytes += key.tellsBytes() ? (double) key.bytes() * key.bytes() : 0;
                        squaredRecords += key.tellsRecords() ? (double) key.records() * key.records() : 0;
                    }
                }
            }
            return new Squares(squaredBytes, squaredRecords);
        }

        /** By the same rule for each key, whether it is held or not. */
        private Map<Long, HeavyKeys.Heavy> heaviest() {
            HeavyKeys known = heavy == null ? new HeavyKeys(keys, hash -> false) : heavy;
            double share = Math.max(HEAVY, 4.0 / most);
            return known.above(share * records, share * bytes);
        }

        /** The key's index; it is added where it is not held. */
        private int indexOf(HeavyKeys.Heavy key) {
            int index = keys.find(key.hash());
            if (index < 0) {
                index = keys.append(key.hash(), key.murmur2(), key.javaHash());
                keys.count(index, key.bytes(), key.records());
            }
            return index;
        }

        /** How many keys so many stand for: by the order of the first that was left out, the part of all orders that they take. */
        private long estimate(int held) {
            return threshold == Long.MAX_VALUE ? held : Math.max(held, Math.round(held / (threshold * 0x1p-63)));
        }

        private List<HotKey> hottest(HotKeys those, ToLongFunction<HotKey> by) {
            List<HotKey> hottest = new ArrayList<>();
            for (long hash : those.hottest()) {
                int index = keys.find(hash);
                hottest.add(new HotKey(
                        KeyText.of(those.name(hash)),
                        hash,
                        index < 0 ? recordsOf(hash) : keys.records(index),
                        index < 0 ? bytesOf(hash) : keys.bytes(index)));
            }
            hottest.sort(Comparator.comparingLong(by).reversed());
            return hottest;
        }
    }
}
