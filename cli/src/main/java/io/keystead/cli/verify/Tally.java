package io.keystead.cli.verify;

import io.keystead.hrw.hash.KeyHash;
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

    /** Draws the samples; no writer's placement has to do with it. */
    private static final KeyHash DRAW = KeyHash.xxh3(0x243f6a8885a308d3L);
    /** Makes one key on two partitions two things to draw. */
    private static final long BY_PARTITION = 0x9e3779b97f4a7c15L;

    private final Rule rule;
    private final Writers writers;
    private final int windowBytes;
    private final int maxExamples;
    private final Suspects suspects;
    private final Clients clients = new Clients();
    private final SchemaIds schemaIds = new SchemaIds();
    private final long[] right;
    private final long[] wrong;
    private final long[] withoutKey;
    private final long[] tooShort;
    private final long[] emptyKeys;
    private final Map<Pair, Long> pairs = new HashMap<>();
    private final Map<ByteBuffer, Example> examples = new LinkedHashMap<>();

    /**
     * Nothing seen yet.
     *
     * @param writers of the same topic
     * @param windowBytes how many bytes at the end of each key are no part of what was placed
     */
    Tally(Rule rule, Writers writers, int windowBytes, int maxExamples) {
        this.rule = rule;
        this.writers = writers;
        this.windowBytes = windowBytes;
        this.maxExamples = maxExamples;
        this.suspects = Suspects.of(writers);
        this.right = new long[writers.partitions()];
        this.wrong = new long[writers.partitions()];
        this.withoutKey = new long[writers.partitions()];
        this.tooShort = new long[writers.partitions()];
        this.emptyKeys = new long[writers.partitions()];
    }

    /**
     * One record.
     *
     * @param client what its header says of who wrote it, null if nothing
     */
    void add(byte @Nullable [] client, byte @Nullable [] key, int partition, long offset) {
        if (key == null) {
            withoutKey[partition]++;
            return;
        }
        int length = key.length - windowBytes;
        if (length < 0) {
            tooShort[partition]++;
            return;
        }
        switch (rule.check(key, length, partition)) {
            case RIGHT -> {
                right[partition]++;
                draw(client, key, length, partition, true);
            }
            case WRONG -> {
                addWrong(key, length, partition, offset);
                draw(client, key, length, partition, false);
            }
            // No option names partitions that drain, so it can only be this.
            case UNKNOWN -> emptyKeys[partition]++;
        }
    }

    private void draw(byte @Nullable [] client, byte[] key, int length, int partition, boolean isRight) {
        ClientTally tally = clients.of(client);
        tally.count(isRight);
        schemaIds.add(key, length, partition, isRight);
        long hash = DRAW.hash(key, 0, length) ^ partition * BY_PARTITION;
        // Where an empty key lies is settled by clients in ways of their own.
        if (tally.takes(hash, isRight) && length > 0 && !rule.isSpread(key, length)) {
            tally.add(hash, writers, placed(key, length), partition, isRight);
        }
    }

    private static byte[] placed(byte[] key, int length) {
        return length == key.length ? key : Arrays.copyOf(key, length);
    }

    private void addWrong(byte[] key, int length, int partition, long offset) {
        wrong[partition]++;
        int expected = rule.owner(key, length);
        Pair pair = new Pair(expected, partition);
        if (pairs.size() < MAX_PAIRS || pairs.containsKey(pair)) {
            pairs.merge(pair, 1L, Long::sum);
        }
        byte[] placed = placed(key, length);
        // Where a spread key lies tells of a choice, not of a rule.
        if (!rule.isSpread(key, length)) {
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
        add(emptyKeys, other.emptyKeys);
        clients.add(other.clients);
        schemaIds.add(other.schemaIds);
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
        return right() + wrong() + withoutKey() + tooShort() + emptyKeys();
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

    /** Records whose key is empty, where the rule says nothing of such keys. */
    long emptyKeys() {
        return LongStream.of(emptyKeys).sum();
    }

    long right(int partition) {
        return right[partition];
    }

    long wrong(int partition) {
        return wrong[partition];
    }

    long unknown(int partition) {
        return withoutKey[partition] + tooShort[partition] + emptyKeys[partition];
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

    Clients clients() {
        return clients;
    }

    SchemaIds schemaIds() {
        return schemaIds;
    }
}
