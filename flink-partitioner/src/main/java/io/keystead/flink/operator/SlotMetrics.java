package io.keystead.flink.operator;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a subtask shows of its slots, in the operator's group {@code keystead}: a gauge for each {@link Shown}.
 *
 * <p>Keys are counted in one kilobyte by an UltraLogLog sketch of precision 10, whose standard error is 2.4 %, since the
 * task began; keys are told apart by their 32 bits of hashCode, so far beyond 100 million of them the count falls short.
 * Written by the task's thread alone; a reporter that reads in the middle of an update sees one key more or less.
 */
final class SlotMetrics {
    /** The gauges, as references have them. */
    enum Shown {
        SLOTS("slots", "Slots that the subtask owns"),
        KEYS_SEEN("keysSeen", "Different keys since the task started, estimated (standard error 2.4 %)"),
        RESTORED_SLOTS(
                "restoredSlots",
                "Slots with state at the last restore; in the `hashmap` backend's own format, which its checkpoints have,"
                        + " empty slots too"),
        ARRIVED_SLOTS("arrivedSlots", "Those of them that another subtask owned before: what moved"),
        RESTORED_FILES("restoredFiles", "Files that the subtask opened at the last restore");

        final String metric;
        final String meaning;

        Shown(String metric, String meaning) {
            this.metric = metric;
            this.meaning = meaning;
        }

        void in(MetricGroup group, Gauge<?> gauge) {
            group.gauge(metric, gauge);
        }
    }

    private static final int PRECISION = 10;

    private final UltraLogLog keys = UltraLogLog.create(PRECISION);

    SlotMetrics(MetricGroup operator, Ownership ownership, Restore restore) {
        MetricGroup group = operator.addGroup("keystead");
        int owned = ownership.owned().cardinality();
        Shown.SLOTS.in(group, () -> owned);
        Shown.KEYS_SEEN.in(group, () -> Math.round(keys.getDistinctCountEstimate()));
        Shown.RESTORED_SLOTS.in(group, restore::slots);
        Shown.ARRIVED_SLOTS.in(group, restore::arrived);
        int files = restore.handles().size();
        Shown.RESTORED_FILES.in(group, () -> files);
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
