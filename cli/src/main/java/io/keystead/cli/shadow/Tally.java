package io.keystead.cli.shadow;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a change would do to the records that were seen. Thread-safe; memory does not grow with the records, only with the
 * pairs of partitions between which something moves.
 */
final class Tally {
    /** One standard deviation of a number of keys, as a part of it: 0.78 by the root of the number of registers. */
    static final double KEY_SIGMA = 0.0031;

    private static final int REGISTER_BITS = 16;

    private final Change change;
    private final UltraLogLog movedKeys = UltraLogLog.create(REGISTER_BITS);
    private final UltraLogLog stayingKeys = UltraLogLog.create(REGISTER_BITS);
    private final UltraLogLog keys = UltraLogLog.create(REGISTER_BITS);
    private final Map<Long, long[]> flows = new HashMap<>();
    private long records;
    private long movedRecords;
    private long bytes;
    private long movedBytes;
    private long withoutKey;
    private long strays;
    private long outages;

    Tally(Change change) {
        this.change = change;
    }

    /** A record of this partition. */
    synchronized void add(byte[] key, int partition, long size) {
        Change.Hashes hashes = Change.Hashes.of(key);
        int after = change.after(hashes);
        records++;
        bytes += size;
        keys.add(hashes.xxh3());
        OptionalInt today = change.today(hashes);
        if (today.isPresent() && today.getAsInt() != partition) {
            strays++;
        }
        if (after == partition) {
            stayingKeys.add(hashes.xxh3());
            return;
        }
        movedRecords++;
        movedBytes += size;
        movedKeys.add(hashes.xxh3());
        long[] sums = flows.computeIfAbsent((long) partition << Integer.SIZE | after, pair -> new long[2]);
        sums[0]++;
        sums[1] += size;
    }

    /** A record without a key, which belongs nowhere. */
    synchronized void addWithoutKey() {
        withoutKey++;
    }

    /** A time in which no broker answered. */
    synchronized void addOutage() {
        outages++;
    }

    synchronized Counts counts() {
        return new Counts(records, movedRecords, bytes, movedBytes, withoutKey, strays, outages);
    }

    /** About how many different keys there were. */
    synchronized long keys() {
        return Math.round(keys.getDistinctCountEstimate());
    }

    /** About how many of them had a record that moves. */
    synchronized long movedKeys() {
        return Math.round(movedKeys.getDistinctCountEstimate());
    }

    /** About how many of them had a record that stays. */
    synchronized long stayingKeys() {
        return Math.round(stayingKeys.getDistinctCountEstimate());
    }

    /** What one partition gives another. */
    record Flow(int from, int to, long records, long bytes) {}

    /** Between which partitions something moves, the most records first. */
    synchronized List<Flow> flows() {
        return flows.entrySet().stream()
                .map(entry -> new Flow(
                        (int) (entry.getKey() >>> Integer.SIZE),
                        (int) (long) entry.getKey(),
                        entry.getValue()[0],
                        entry.getValue()[1]))
                .sorted(Comparator.comparingLong(Flow::records)
                        .reversed()
                        .thenComparing(Flow::from)
                        .thenComparing(Flow::to))
                .toList();
    }

    /** How many records each partition gives. */
    Map<Integer, Long> given() {
        Map<Integer, Long> given = new TreeMap<>();
        flows().forEach(flow -> given.merge(flow.from(), flow.records(), Long::sum));
        return given;
    }

    /** How many records each partition gets. */
    Map<Integer, Long> received() {
        Map<Integer, Long> received = new TreeMap<>();
        flows().forEach(flow -> received.merge(flow.to(), flow.records(), Long::sum));
        return received;
    }
}
