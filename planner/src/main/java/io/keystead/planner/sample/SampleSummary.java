package io.keystead.planner.sample;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a sample holds, without its keys.
 *
 * @param source where it comes from: a file, a topic, or a distribution, in words
 * @param keys how many different keys it holds
 * @param population how many different keys the source is known or estimated to have; {@code keys} where nothing was left
 *     out
 * @param records how many records the source has, those of keys that were left out included
 * @param bytes how many bytes these have; 0 where the source does not tell
 * @param recordsPerSecond how fast they came, where the source has times
 * @param bad the rows that were left out
 * @param hottest the keys with the most records of the source, most first, also where keys were left out: then what a key has
 *     may miss up to one in 16,384 of all; empty where every key has one record
 * @param hottestByBytes the keys with the most bytes likewise; empty where the source does not tell bytes
 * @param hottestShares the share of the records that the hottest keys have together, by how many: {@code
 *     hottestShares.get(i)} is the {@code 2^i} hottest's of the source, estimated where keys were left out
 */
public record SampleSummary(
        String source,
        long keys,
        long population,
        long records,
        long bytes,
        OptionalDouble recordsPerSecond,
        BadRows bad,
        List<HotKey> hottest,
        List<HotKey> hottestByBytes,
        List<Double> hottestShares) {
    /** The most keys that {@link #hottest} and {@link #hottestByBytes} have. */
    public static final int MOST_HOTTEST = 16;

    /** The lists are copied. */
    public SampleSummary {
        hottest = List.copyOf(hottest);
        hottestByBytes = List.copyOf(hottestByBytes);
        hottestShares = List.copyOf(hottestShares);
    }

    /** Whether the source has more keys than the sample. */
    public boolean isPart() {
        return population > keys;
    }
}
