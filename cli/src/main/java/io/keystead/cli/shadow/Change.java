package io.keystead.cli.shadow;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From which partitions a topic goes to which, and who owns a key after it. Immutable and thread-safe. */
final class Change {
    private final NavigableSet<Integer> before;
    private final NavigableSet<Integer> after;
    private final Scheme scheme;
    private final KeyPlacement placement;
    private final int[] numbers;
    private final @Nullable Scheme today;
    private final int @Nullable [] todayNumbers;
    private final @Nullable KeyPlacement todayPlacement;

    /**
     * A change.
     *
     * @param scheme by which keys are placed after it; one that remembers its history has that from before to after
     * @param today by which the topic should be written now; null where its partitions are taken as they are
     * @throws IllegalArgumentException if a scheme cannot place keys over these partitions; one line
     */
    Change(NavigableSet<Integer> before, NavigableSet<Integer> after, Scheme scheme, @Nullable Scheme today) {
        this.before = before;
        this.after = after;
        this.scheme = scheme;
        this.placement = changed(scheme, candidates(before), candidates(after));
        this.numbers = numbers(placement);
        this.today = today;
        this.todayPlacement = today == null ? null : today.place(candidates(before));
        this.todayNumbers = todayPlacement == null ? null : numbers(todayPlacement);
    }

    private static List<Candidate> candidates(NavigableSet<Integer> partitions) {
        return partitions.stream().map(Candidate::partition).toList();
    }

    private static KeyPlacement changed(Scheme scheme, List<Candidate> before, List<Candidate> after) {
        KeyPlacement placement = scheme.placeFor(before, after);
        Set<Candidate> gone = new HashSet<>(before);
        after.forEach(gone::remove);
        for (Candidate candidate : after) {
            if (!before.contains(candidate)) {
                placement = placement.add(candidate);
            }
        }
        for (Candidate candidate : gone) {
            placement = placement.remove(candidate.id());
        }
        return placement;
    }

    private static int[] numbers(KeyPlacement placement) {
        return placement.candidates().stream()
                .mapToInt(candidate -> Integer.parseInt(candidate.id()))
                .toArray();
    }

    /** The partition of a key after the change. */
    int after(byte[] key) {
        return numbers[placement.owner(key)];
    }

    /** The partition where a key should be today; empty where nothing says so. */
    OptionalInt today(byte[] key) {
        return todayPlacement == null || todayNumbers == null
                ? OptionalInt.empty()
                : OptionalInt.of(todayNumbers[todayPlacement.owner(key)]);
    }

    /** Whether it is said where keys should be today. */
    boolean knowsToday() {
        return today != null;
    }

    /** In words. */
    String text() {
        return "partitions " + list(before) + " to " + list(after) + " by " + scheme
                + (today == null ? "" : ", today by " + today);
    }

    String scheme() {
        return scheme.toString();
    }

    /** Ranges of partitions, as the options take them. */
    static String list(NavigableSet<Integer> partitions) {
        StringBuilder text = new StringBuilder();
        for (@Nullable Integer first = partitions.first(); first != null; ) {
            int last = first;
            while (partitions.contains(last + 1)) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",").append(first).append(last == first ? "" : "-" + last);
            first = partitions.higher(last);
        }
        return text.toString();
    }
}
