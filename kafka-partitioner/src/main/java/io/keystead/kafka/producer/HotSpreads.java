package io.keystead.kafka.producer;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.kafka.topology.HotKey;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The listed keys of one topic, each with a spread over its best-ranked candidates, found by their hash.
 *
 * <p>Open addressing at most half full over the hash that a look-up of the owner needs anyway: for a key that is not
 * listed it costs one read of an array that is nearly always null there. The bytes decide, so another key with the same
 * hash is not taken for it. In proportion to the weights, as keys are: at every fan-out from 1 to all candidates a
 * heavier one gets more, and at both ends exactly its share. Immutable, but for the spreads' positions; thread-safe.
 */
final class HotSpreads {
    /** At least so many places a key: in a fuller table the processor guesses wrong: benchmark {@code RecordBenchmark}. */
    private static final int SPARSE = 16;

    private final List<Ranked> ranked;
    private final @Nullable Entry[] table;

    private HotSpreads(List<Ranked> ranked, Set<Integer> available, int stretch) {
        this.ranked = ranked;
        this.table = new @Nullable Entry[SPARSE * Integer.highestOneBit(2 * ranked.size() - 1)];
        for (Ranked key : ranked) {
            int place = (int) key.keyHash & (table.length - 1);
            while (table[place] != null) {
                place = (place + 1) & (table.length - 1);
            }
            table[place] = new Entry(key, available, stretch);
        }
    }

    /**
     * The spreads of the listed keys, or null if there are none, so that nobody pays for them.
     *
     * @param available the partitions that have a leader
     * @param stretch about how many bytes go to one partition before the next is drawn
     */
    static @Nullable HotSpreads of(
            Collection<HotKey> listed, Placement placement, Set<Integer> available, int stretch) {
        // One candidate is no spread: the key's order is kept.
        return listed.isEmpty() || placement.active().size() == 1
                ? null
                : new HotSpreads(
                        listed.stream().map(key -> new Ranked(key, placement)).collect(Collectors.toList()),
                        available,
                        stretch);
    }

    /** The same ranks while other partitions are available. */
    HotSpreads over(Set<Integer> available, int stretch) {
        return new HotSpreads(ranked, available, stretch);
    }

    /** The key's spread, or null if it is not listed. */
    @Nullable
    StickySpread find(long keyHash, byte[] key) {
        int place = (int) keyHash & (table.length - 1);
        while (true) {
            @Nullable Entry entry = table[place];
            if (entry == null) {
                return null;
            }
            if (entry.key.keyHash == keyHash && Arrays.equals(entry.key.bytes, key)) {
                return entry.spread;
            }
            place = (place + 1) & (table.length - 1);
        }
    }

    int size() {
        return ranked.size();
    }

    /** A listed key and its candidates under one placement. */
    private static final class Ranked {
        final byte[] bytes;
        final long keyHash;
        final int[] partitions;
        final double[] weights;

        Ranked(HotKey listed, Placement placement) {
            bytes = listed.key();
            keyHash = placement.topology().hash().hash(bytes);
            List<Candidate> best = placement.top(bytes, listed.fanOut()).stream()
                    .map(Bid::candidate)
                    .collect(Collectors.toList());
            partitions = best.stream()
                    .mapToInt(candidate -> Integer.parseInt(candidate.id()))
                    .toArray();
            weights = best.stream().mapToDouble(Candidate::weight).toArray();
        }
    }

    private static final class Entry {
        final Ranked key;
        final StickySpread spread;

        Entry(Ranked key, Set<Integer> available, int stretch) {
            this.key = key;
            this.spread = StickySpread.over(key.partitions, key.weights, available, stretch);
        }
    }
}
