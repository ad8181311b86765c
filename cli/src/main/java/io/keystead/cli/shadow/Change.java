package io.keystead.cli.shadow;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.JavaHash;
import io.keystead.planner.whatif.Scenario;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From which partitions a topic goes to which, and who owns a key after it. Immutable and thread-safe. */
final class Change {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    /** Those that have a hash of their own over the key's bytes, which a sample does not keep. */
    private static final Set<Algorithm> OWN_HASH = EnumSet.of(Algorithm.DRUID, Algorithm.PERMUTATION);

    private final NavigableSet<Integer> before;
    private final NavigableSet<Integer> after;
    private final Scenario scenario;
    private final Scheme scheme;
    private final KeyPlacement placement;
    private final int[] numbers;
    private final @Nullable Scheme today;
    private final int @Nullable [] todayNumbers;
    private final @Nullable KeyPlacement todayPlacement;

    /**
     * A change.
     *
     * @param weights of partitions after it; 1 of all others, and of all before it
     * @param scheme by which keys are placed after it; one that remembers its history has that from before to after
     * @param today by which the topic should be written now; null where its partitions are taken as they are
     * @throws IllegalArgumentException if a scheme cannot place keys over these partitions; one line
     */
    Change(
            NavigableSet<Integer> before,
            NavigableSet<Integer> after,
            Map<Integer, Double> weights,
            Scheme scheme,
            @Nullable Scheme today) {
        this.before = before;
        this.after = after;
        this.scheme = scheme;
        this.scenario = Scenario.of(candidates(before, Map.of()), candidates(after, weights));
        this.placement = scheme.placeFor(scenario.before(), scenario.after()).change(scenario.after());
        this.numbers = numbers(placement);
        this.today = today;
        this.todayPlacement = today == null ? null : today.place(scenario.before());
        this.todayNumbers = todayPlacement == null ? null : numbers(todayPlacement);
    }

    private static List<Candidate> candidates(NavigableSet<Integer> partitions, Map<Integer, Double> weights) {
        return partitions.stream()
                .map(number -> Candidate.partition(number).withWeight(weights.getOrDefault(number, 1.0)))
                .toList();
    }

    private static int[] numbers(KeyPlacement placement) {
        return placement.candidates().stream()
                .mapToInt(candidate -> Integer.parseInt(candidate.id()))
                .toArray();
    }

    /** The hashes that a sample has of a key: a plan has no more. */
    record Hashes(long xxh3, int murmur2, int javaHash) {
        static Hashes of(byte[] key) {
            return new Hashes(HASH.hash(key), Murmur2.hash(key, 0, key.length), JavaHash.of(key, 0, key.length));
        }

        private int owner(KeyPlacement placement) {
            return placement.owner(xxh3, murmur2, javaHash);
        }
    }

    /** The partition of a key after the change, the same as {@code keystead plan} finds. */
    int after(Hashes key) {
        return numbers[key.owner(placement)];
    }

    /** The partition where a key should be today; empty where nothing says so. */
    OptionalInt today(Hashes key) {
        return todayPlacement == null || todayNumbers == null
                ? OptionalInt.empty()
                : OptionalInt.of(todayNumbers[key.owner(todayPlacement)]);
    }

    /** What must be known of the numbers, one line each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (scenario.mayMoveNeedlessly(scheme)) {
            boolean atEnd = scheme.guarantees().contains(Guarantee.MONOTONE_ON_REMOVAL_AT_END);
            notes.add(scheme + " may move keys between partitions that stay, too: it promises nothing of them"
                    + (atEnd ? " but where partitions come and go at the end alone" : ""));
        }
        for (Scheme one : today == null || today.equals(scheme) ? List.of(scheme) : List.of(scheme, today)) {
            if (OWN_HASH.contains(one.algorithm())) {
                notes.add(one + " is given the key's XXH3, as by keystead plan, instead of its bytes");
            }
        }
        return notes;
    }

    /** Whether it is said where keys should be today. */
    boolean knowsToday() {
        return today != null;
    }

    /** In words. */
    String text() {
        String weights = scenario.isWeighted() ? " with other weights" : "";
        return "partitions " + list(before) + " to " + list(after) + weights + " by " + scheme
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
