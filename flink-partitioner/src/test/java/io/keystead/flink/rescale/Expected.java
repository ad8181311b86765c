package io.keystead.flink.rescale;

import io.keystead.flink.rescale.Findings.Counted;
import java.util.Map;
import java.util.TreeMap;

/** The results that a run must have, by operator and id, each with the times that it must be put out. */
final class Expected {
    private final Map<String, Counted> results = new TreeMap<>();

    void add(String operator, String id, long value) {
        results.merge(operator + " " + id, new Counted(1, value), (a, b) -> new Counted(a.times() + 1, b.value()));
    }

    Map<String, Counted> results() {
        return results;
    }
}
