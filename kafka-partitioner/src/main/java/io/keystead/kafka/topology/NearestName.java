package io.keystead.kafka.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Which valid name somebody meant: the one at the smallest Levenshtein distance, if no more than a third of the letters
 * are wrong. A name further away is another word, and a guess would mislead. Stateless.
 */
public final class NearestName {
    private NearestName() {}

    /** The nearest of the valid names, the smaller one of two as near; none where all are too far. */
    public static Optional<String> of(String name, Collection<String> valid) {
        return valid.stream()
                .filter(other -> distance(name, other) <= name.length() / 3)
                .min(Comparator.<String>comparingInt(other -> distance(name, other))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
