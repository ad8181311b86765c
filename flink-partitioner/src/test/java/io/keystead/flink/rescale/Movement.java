package io.keystead.flink.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

/**
 * The keys that one rescale moved, counted from where their records came.
 *
 * @param before the parallelism
 * @param after the parallelism
 * @param keys of all operators, that were seen before and after
 * @param moved of those
 */
record Movement(int before, int after, int keys, int moved) {
    /** Counts, and checks that nothing moved between subtasks that are there before and after. */
    static Movement of(int before, int after) {
        Map<String, Integer> old = Whereabouts.at(before);
        Map<String, Integer> now = new TreeMap<>(Whereabouts.at(after));
        now.keySet().retainAll(old.keySet());
        int moved = 0;
        int fewer = Math.min(before, after);
        for (Map.Entry<String, Integer> entry : now.entrySet()) {
            int from = old.get(entry.getKey());
            int to = entry.getValue();
            if (from != to) {
                moved++;
                assertThat(from >= fewer || to >= fewer)
                        .as("%s moved from subtask %s to %s on %s -> %s", entry.getKey(), from, to, before, after)
                        .isTrue();
            }
            assertThat(from < fewer || from != to || after > from).isTrue();
        }
        return new Movement(before, after, now.size(), moved);
    }

    @Override
    public String toString() {
        return before + " -> " + after + ": " + moved + " of " + keys + " keys moved";
    }
}
