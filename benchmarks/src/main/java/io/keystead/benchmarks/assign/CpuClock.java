package io.keystead.benchmarks.assign;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU time of the calling thread: other programs on the machine do not count. */
final class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
