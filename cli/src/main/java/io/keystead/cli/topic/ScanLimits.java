package io.keystead.cli.topic;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** When all threads of a scan must end. Thread-safe. */
public final class ScanLimits {
    private final AtomicLong left;
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

    /** @param maxRecords how many records may be read */
    public ScanLimits(long maxRecords) {
        this.left = new AtomicLong(maxRecords);
    }

    /** How many of so many records may be counted; after the last one the scan ends. */
    int take(int wanted) {
        long before = left.getAndAdd(-wanted);
        if (before <= wanted) {
            end(Ending.MAX_RECORDS);
        }
        return (int) Math.max(0, Math.min(before, wanted));
    }

    /** Ends the scan; the first reason counts. */
    void end(Ending reason) {
        ending.compareAndSet(null, reason);
    }

    boolean isOver() {
        return ending.get() != null;
    }

    /** Why it ended. */
    Ending ending() {
        Ending reason = ending.get();
        return reason == null ? Ending.END : reason;
    }
}
