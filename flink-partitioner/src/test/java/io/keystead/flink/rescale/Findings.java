package io.keystead.flink.rescale;

import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What the operators of the running job tell the test: one for the JVM, thread-safe.
 *
 * <p>Results are those that the {@link Ledger} published at the end of the run. A tally is how much of something that
 * waits for the clock on the wall has come so far, by key.
 */
final class Findings {
    private static final Map<String, Map<String, Counted>> RESULTS = new ConcurrentHashMap<>();
    private static final Map<String, Map<String, Long>> TALLIES = new ConcurrentHashMap<>();
    private static final Queue<String> WRONG = new ConcurrentLinkedQueue<>();

    private Findings() {}

    /** A result and how often it was put out. */
    record Counted(int times, long value) {}

    static void reset() {
        RESULTS.clear();
        TALLIES.clear();
        WRONG.clear();
        Whereabouts.reset();
    }

    static void publish(String page, Map<String, Counted> results) {
        RESULTS.put(page, results);
    }

    static Map<String, Counted> results() {
        Map<String, Counted> all = new TreeMap<>();
        RESULTS.values().forEach(all::putAll);
        return all;
    }

    static void tally(String operator, String key, long total) {
        TALLIES.computeIfAbsent(operator, o -> new ConcurrentHashMap<>()).put(key, total);
    }

    static long tally(String operator) {
        return TALLIES.getOrDefault(operator, Map.of()).values().stream()
                .mapToLong(total -> total)
                .sum();
    }

    static void wrong(String sentence) {
        WRONG.add(sentence);
    }

    static Collection<String> wrong() {
        return WRONG;
    }
}
