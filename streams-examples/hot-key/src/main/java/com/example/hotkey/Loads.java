package com.example.hotkey;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How many records each partition of a topic got. */
final class Loads {
    private final long[] records;

    /** @param records by partition; not copied */
    Loads(long[] records) {
        this.records = records;
    }

    /** What came since those. */
    Loads since(Loads earlier) {
        return new Loads(IntStream.range(0, records.length)
                .mapToLong(partition -> records[partition] - earlier.records[partition])
                .toArray());
    }

    long of(int partition) {
        return records[partition];
    }

    /** The busiest partition's, in times the average. */
    double peak() {
        return Arrays.stream(records).max().orElseThrow()
                / Arrays.stream(records).average().orElseThrow();
    }

    /** By partition. */
    long[] records() {
        return records.clone();
    }
}
