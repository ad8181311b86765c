package io.keystead.kafka.check;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Placement;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.kafka.topology.HotKey;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one topic that may be in several partitions, with those partitions. Immutable; look-ups allocate nothing,
 * which a map's would.
 */
final class SpreadKeys {
    static final SpreadKeys NONE = new SpreadKeys(new Entry[1]);

    /** Open addressing: an entry stands in its hash's place or in the next free one after it. */
    private final @Nullable Entry[] table;

    private SpreadKeys(@Nullable Entry[] table) {
        this.table = table;
    }

    private static final class Entry {
        final byte[] key;
        /** Sorted. */
        final int[] partitions;

        Entry(byte[] key, int[] partitions) {
            this.key = key;
            this.partitions = partitions;
        }
    }

    static SpreadKeys of(Collection<HotKey> listed, Placement placement) {
        // At most half full, so that there is always a free place to end at.
        @Nullable Entry[] table = new Entry[Math.max(1, Integer.highestOneBit(listed.size()) * 4)];
        for (HotKey hot : listed) {
            byte[] key = hot.key();
            int place = place(table, key, 0, key.length);
            table[place] = new Entry(
                    key,
                    placement.top(key, hot.fanOut()).stream()
                            .map(Bid::candidate)
                            .mapToInt(HrwPartitionCheck::partition)
                            .sorted()
                            .toArray());
        }
        return new SpreadKeys(table);
    }

    boolean isListed(byte[] bytes, int offset, int length) {
        return table[place(table, bytes, offset, length)] != null;
    }

    /** Whether the key is listed and may be in this partition. */
    boolean allows(byte[] bytes, int offset, int length, int partition) {
        @Nullable Entry entry = table[place(table, bytes, offset, length)];
        return entry != null && Arrays.binarySearch(entry.partitions, partition) >= 0;
    }

    /** Where the key is, or the free place where it would be. */
    private static int place(@Nullable Entry[] table, byte[] bytes, int offset, int length) {
        int mask = table.length - 1;
        int place = Murmur2.hash(bytes, offset, length) & mask;
        for (Entry entry = table[place]; entry != null; entry = table[place]) {
            if (Arrays.equals(entry.key, 0, entry.key.length, bytes, offset, offset + length)) {
                return place;
            }
            place = place + 1 & mask;
        }
        return place;
    }
}
