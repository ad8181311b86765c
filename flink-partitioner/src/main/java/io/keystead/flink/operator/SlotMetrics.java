package io.keystead.flink.operator;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a subtask shows of its slots, in the operator's group {@code keystead}: {@code slots}, {@code keysSeen},
 * {@code restoredSlots}, {@code arrivedSlots} and {@code restoredFiles}.
 *
 * <p>Keys are counted in one kilobyte by an UltraLogLog sketch of precision 10, whose standard error is 2.4 %, since the
 * task began; keys are told apart by their 32 bits of hashCode, so far beyond 100 million of them the count falls short.
 * Written by the task's thread alone; a reporter that reads in the middle of an update sees one key more or less.
 */
final class SlotMetrics {
    private static final int PRECISION = 10;

    private final UltraLogLog keys = UltraLogLog.create(PRECISION);

    SlotMetrics(MetricGroup operator, Ownership ownership, Restore restore) {
        MetricGroup group = operator.addGroup("keystead");
        int owned = ownership.owned().cardinality();
        group.gauge("slots", () -> owned);
        group.gauge("keysSeen", () -> Math.round(keys.getDistinctCountEstimate()));
        group.gauge("restoredSlots", restore::slots);
        group.gauge("arrivedSlots", restore::arrived);
        int files = restore.handles().size();
        group.gauge("restoredFiles", () -> files);
    }

    void saw(Object key) {
        keys.add(mix(key.hashCode()));
    }

    /** The finaliser of SplitMix64: the sketch wants all bits random. */
    private static long mix(int hashCode) {
        long z = (hashCode + 0x9e3779b97f4a7c15L);
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
