package io.keystead.cli.flink;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How evenly bytes lie over slots or subtasks.
 *
 * @param min of all, those without state too
 * @param median the lower one of two
 * @param max of all
 * @param mean of all
 */
record Spread(long min, long median, long max, double mean) {
    static Spread of(long[] bytes) {
        long[] sorted = bytes.clone();
        Arrays.sort(sorted);
        return new Spread(
                sorted[0],
                sorted[(sorted.length - 1) / 2],
                sorted[sorted.length - 1],
                LongStream.of(sorted).average().orElse(0));
    }
}
