package io.keystead.cli.demo;

import io.keystead.cli.CheckFailed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the consumer saw each key in one pass, and with how many bytes. Not thread-safe while records are added.
 */
final class Sighting {
    private static final int NOT_SEEN = -1;

    private final KeySet keys;
    private final String pass;
    private final int[] partitions;
    private final long[] bytes;

    /** Nothing seen yet. */
    Sighting(KeySet keys, String pass) {
        this.keys = keys;
        this.pass = pass;
        this.partitions = new int[keys.size()];
        this.bytes = new long[keys.size()];
        Arrays.fill(partitions, NOT_SEEN);
    }

    /**
     * One record.
     *
     * @throws CheckFailed if nobody wrote the key, or it was seen before
     */
    void add(byte[] key, int partition, long size) {
        @Nullable Integer index = keys.indexOf(key);
        if (index == null) {
            throw new CheckFailed(pass + ": the consumer read the key \"" + text(key) + "\", which was not written");
        }
        if (partitions[index] != NOT_SEEN) {
            throw new CheckFailed(
                    pass + ": the key \"" + text(key) + "\" was written once and read twice, from partition "
                            + partitions[index] + " and from partition " + partition);
        }
        partitions[index] = partition;
        bytes[index] = size;
    }

    /**
     * Ends the pass.
     *
     * @throws CheckFailed if a key did not come back
     */
    Sighting complete() {
        long missing = Arrays.stream(partitions)
                .filter(partition -> partition == NOT_SEEN)
                .count();
        if (missing > 0) {
            throw new CheckFailed(
                    pass + ": " + missing + " of " + partitions.length + " keys were written and not read");
        }
        return this;
    }

    int partition(int index) {
        return partitions[index];
    }

    long bytes(int index) {
        return bytes[index];
    }

    int size() {
        return partitions.length;
    }

    /** How many keys each partition got. */
    List<Long> load(int partitionCount) {
        long[] load = new long[partitionCount];
        for (int partition : partitions) {
            load[partition]++;
        }
        return Arrays.stream(load).boxed().toList();
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
