package io.keystead.cli.verify;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;

/**
 * One record of a sample, with what its key tells and without the key, which may be as long as a message.
 *
 * @param partition where it lies
 * @param expected whether it is right
 * @param hashes its key's, by each function
 * @param owner where a writer with the expected topology puts it
 * @param plain where a writer without properties puts it; -1 where that is the same writer
 * @param unbased where the contest puts it that any base leaves to the later partitions; -1 where bases are not looked into
 * @param before the partitions that a writer with other candidates must have lacked to put it where it lies
 */
record Sighting(
        int partition,
        boolean expected,
        Map<Hash32, Integer> hashes,
        int owner,
        int plain,
        int unbased,
        BitSet before) {
    static Sighting of(Writers writers, byte[] key, int partition, boolean expected) {
        Map<Hash32, Integer> hashes = new EnumMap<>(Hash32.class);
        for (Hash32 function : Hash32.values()) {
            hashes.put(function, function.of(key, key.length));
        }
        return new Sighting(
                partition,
                expected,
                hashes,
                writers.expectedOwner(key),
                writers.plainOwner(key),
                writers.unbasedOwner(key),
                writers.before(key, partition));
    }

    /** Whether it lies where a scheme puts it. */
    boolean isBy(Scheme scheme, int partitions) {
        return scheme.partition(hashes.getOrDefault(scheme.hash(), 0), partitions) == partition;
    }

    /** Whether it lies where a writer with another base puts it. */
    boolean isByBase(int base) {
        return unbased < base ? isBy(Scheme.MURMUR2, base) : unbased == partition;
    }

    /** Whether it lies where a writer puts it that has these candidates. */
    boolean isAmong(BitSet candidates) {
        return candidates.get(partition) && !before.intersects(candidates);
    }
}
