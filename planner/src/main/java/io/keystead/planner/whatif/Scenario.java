package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A change of candidates: those before and those after it.
 *
 * @param name what is done, in words: {@code 12 to 13 partitions}
 * @param before the candidates before, at least one, in their order
 * @param after the candidates after, at least one, in their order
 */
public record Scenario(String name, List<Candidate> before, List<Candidate> after) {
    /** The lists are copied. */
    public Scenario {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** The ids that are new, in their order. */
    public Set<String> added() {
        return without(after, before);
    }

    /** The ids that are gone, in their order. */
    public Set<String> retired() {
        return without(before, after);
    }

    /** The ids on both sides whose weights differ, in their order after the change. */
    public Set<String> reweighted() {
        Map<String, Double> weights = new LinkedHashMap<>();
        before.forEach(candidate -> weights.put(candidate.id(), candidate.weight()));
        return after.stream()
                .filter(candidate -> weights.getOrDefault(candidate.id(), candidate.weight()) != candidate.weight())
                .map(Candidate::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether the candidates before are partitions 0 to n - 1, in this order, as a topic has them. */
    public boolean startsWithAllPartitions() {
        return IntStream.range(0, before.size())
                .allMatch(i -> before.get(i).id().equals(Integer.toString(i)));
    }

    private static Set<String> without(List<Candidate> all, List<Candidate> others) {
        Set<String> ids = all.stream().map(Candidate::id).collect(Collectors.toCollection(LinkedHashSet::new));
        others.forEach(other -> ids.remove(other.id()));
        return ids;
    }
}
