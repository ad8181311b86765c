package io.keystead.kafka.topology;

import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;

/** Writes partition numbers as people read them: {@code 0-11,14}. */
final class Ranges {
    private Ranges() {}

    static String of(Set<Integer> numbers) {
        StringBuilder out = new StringBuilder();
        Iterator<Integer> sorted = new TreeSet<>(numbers).iterator();
        int first = -1;
        int last = -1;
        while (sorted.hasNext()) {
            int next = sorted.next();
            if (first >= 0 && next == last + 1) {
                last = next;
                continue;
            }
            append(out, first, last);
            first = next;
            last = next;
        }
        append(out, first, last);
        return out.length() == 0 ? "(none)" : out.toString();
    }

    private static void append(StringBuilder out, int first, int last) {
        if (first < 0) {
            return;
        }
        out.append(out.length() == 0 ? "" : ",").append(first);
        if (last > first) {
            out.append('-').append(last);
        }
    }
}
