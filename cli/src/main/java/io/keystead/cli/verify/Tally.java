package io.keystead.cli.verify;

import io.keystead.kafka.check.HrwPartitionCheck;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the verdicts on the records of one topic, in memory that does not grow with their number.
 *
 * <p>A right record costs its check and a count; nothing is allocated. Not thread-safe: each thread has its own, and they
 * are {@linkplain #add(Tally) added up} when all are done.
 */
final class Tally {
    /** Of pairs that are counted one by one: all that 64 partitions can make. */
    static final int MAX_PAIRS = 64 * 63;

    private final HrwPartitionCheck check;
    private final int windowBytes;
    private final int maxExamples;
    private final Suspects suspects;
    private final long[] right;
    private final long[] wrong;
    private final long[] withoutKey;
    private final long[] tooShort;
    private final Map<Pair, Long> pairs = new HashMap<>();
    private final Map<ByteBuffer, Example> examples = new LinkedHashMap<>();

    /**
     * Nothing seen yet.
     *
     * @param partitions how many the topic has
     * @param windowBytes how many bytes at the end of each key are no part of what was placed
     */
    Tally(HrwPartitionCheck check, int partitions, int windowBytes, int maxExamples, Suspects suspects) {
        this.check = check;
        this.windowBytes = windowBytes;
        this.maxExamples = maxExamples;
        this.suspects = suspects;
        this.right = new long[partitions];
        this.wrong = new long[partitions];
        this.withoutKey = new long[partitions];
        this.tooShort = new long[partitions];
    }

    /** One record. */
    void add(byte @Nullable [] key, int partition, long offset) {
        if (key == null) {
            withoutKey[partition]++;
            return;
        }
        int length = key.length - windowBytes;
        if (length < 0) {
            tooShort[partition]++;
            return;
        }
        switch (check.check(key, 0, length, partition)) {
            case RIGHT -> right[partition]++;
            case WRONG -> addWrong(key, length, partition, offset);
            case UNKNOWN -> throw new IllegalStateException("the options know no draining partitions");
        }
    }

    private void addWrong(byte[] key, int length, int partition, long offset) {
        wrong[partition]++;
        int expected = check.owner(key, 0, length);
        Pair pair = new Pair(expected, partition);
        if (pairs.size() < MAX_PAIRS || pairs.containsKey(pair)) {
            pairs.merge(pair, 1L, Long::sum);
        }
        byte[] placed = length == key.length ? key : Arrays.copyOf(key, length);
        // Where a spread key lies tells of a choice, not of a rule.
        if (!check.isSpread(key, 0, length)) {
            suspects.add(placed, partition);
        }
        if (examples.size() < maxExamples) {
            ByteBuffer kept = ByteBuffer.wrap(Arrays.copyOf(placed, Math.min(placed.length, Example.KEPT_BYTES)));
            examples.putIfAbsent(kept, new Example(kept, partition, offset, expected));
        }
    }

    /** Adds what another thread has seen of the same topic. */
    void add(Tally other) {
        add(right, other.right);
        add(wrong, other.wrong);
        add(withoutKey, other.withoutKey);
        add(tooShort, other.tooShort);
        other.pairs.forEach((pair, records) -> {
            if (pairs.size() < MAX_PAIRS || pairs.containsKey(pair)) {
                pairs.merge(pair, records, Long::sum);
            }
        });
        suspects.add(other.suspects);
        other.examples.forEach((key, example) -> {
            if (examples.size() < maxExamples) {
                examples.putIfAbsent(key, example);
            }
        });
    }

    private static void add(long[] counts, long[] more) {
        Arrays.setAll(counts, partition -> counts[partition] + more[partition]);
    }

    long records() {
        return right() + wrong() + withoutKey() + tooShort();
    }

    long right() {
        return LongStream.of(right).sum();
    }

    long wrong() {
        return LongStream.of(wrong).sum();
    }

    /** Records that have no owner. */
    long withoutKey() {
        return LongStream.of(withoutKey).sum();
    }

    /** Records whose key is shorter than the window that it should end with. */
    long tooShort() {
        return LongStream.of(tooShort).sum();
    }

    long right(int partition) {
        return right[partition];
    }

    long wrong(int partition) {
        return wrong[partition];
    }

    long unknown(int partition) {
        return withoutKey[partition] + tooShort[partition];
    }

    /** How many wrong records each pair has, the most first; at most {@value #MAX_PAIRS} pairs. */
    List<Map.Entry<Pair, Long>> pairs() {
        return pairs.entrySet().stream()
                .sorted(Map.Entry.<Pair, Long>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().expected())
                        .thenComparing(entry -> entry.getKey().found()))
                .toList();
    }

    /** Wrong records of pairs beyond {@value #MAX_PAIRS}. */
    long inOtherPairs() {
        return wrong() - pairs.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The first wrong records, each of another key. */
    Collection<Example> examples() {
        return Collections.unmodifiableCollection(examples.values());
    }

    Suspects suspects() {
        return suspects;
    }
}
