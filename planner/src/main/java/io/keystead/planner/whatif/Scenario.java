package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.Scheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
 * @param before the candidates before, at least one, with distinct ids, in their order
 * @param after the candidates after, at least one, with distinct ids, in their order
 * @param isLoss whether those that go are lost, not retired: nobody chose which
 */
public record Scenario(String name, List<Candidate> before, List<Candidate> after, boolean isLoss) {
    private static final int NAMED = 3;

    /** A change that somebody chose. */
    public Scenario(String name, List<Candidate> before, List<Candidate> after) {
        this(name, before, after, false);
    }

    /** The lists are copied. */
    public Scenario {
        before = checked(before, "before");
        after = checked(after, "after");
    }

    private static List<Candidate> checked(List<Candidate> candidates, String side) {
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("no candidates " + side + " the change; allowed: at least one");
        }
        Set<String> ids = new HashSet<>();
        for (Candidate candidate : candidates) {
            if (!ids.add(candidate.id())) {
                throw new IllegalArgumentException("the candidate \"" + candidate.id() + "\" stands twice " + side
                        + " the change; allowed: distinct ids");
            }
        }
        return List.copyOf(candidates);
    }

    /** A change that is named by what differs. */
    public static Scenario of(List<Candidate> before, List<Candidate> after) {
        Scenario scenario = new Scenario("", before, after);
        return new Scenario(scenario.inWords(), before, after);
    }

    /**
     * So many partitions more, with the next numbers.
     *
     * @param before partitions 0 to n - 1
     * @param more 1 or above
     */
    public static Scenario grow(List<Candidate> before, int more) {
        Scenario unchanged = new Scenario("", before, before);
        if (!unchanged.startsWithAllPartitions()) {
            throw new IllegalArgumentException("the candidates " + ids(before) + " do not grow by a number; allowed: "
                    + "partitions 0 to n - 1, or say the candidates after the change");
        }
        if (more < 1) {
            throw new IllegalArgumentException("a growth by " + more + " partitions; allowed: 1 and above");
        }
        List<Candidate> after = new ArrayList<>(before);
        IntStream.range(0, more).forEach(i -> after.add(Candidate.partition(before.size() + i)));
        return of(before, after);
    }

    /**
     * Without these candidates.
     *
     * @param gone ids of candidates, not all of them
     */
    public static Scenario retire(List<Candidate> before, Collection<String> gone) {
        gone.forEach(id -> check(before, id));
        return of(
                before,
                before.stream()
                        .filter(candidate -> !gone.contains(candidate.id()))
                        .toList());
    }

    /**
     * With other weights.
     *
     * @param weights the new weights, by id
     */
    public static Scenario reweight(List<Candidate> before, Map<String, Double> weights) {
        weights.keySet().forEach(id -> check(before, id));
        return of(
                before,
                before.stream()
                        .map(candidate ->
                                candidate.withWeight(weights.getOrDefault(candidate.id(), candidate.weight())))
                        .toList());
    }

    /**
     * Without the candidates that have this value of a label.
     *
     * @param label for example {@code rack}
     * @param value of at least one candidate, and not of all
     */
    public static Scenario lose(List<Candidate> before, String label, String value) {
        List<Candidate> after = before.stream()
                .filter(candidate -> !value.equals(candidate.labels().get(label)))
                .toList();
        if (after.size() == before.size()) {
            Set<String> values = before.stream()
                    .map(candidate -> candidate.labels().getOrDefault(label, ""))
                    .filter(other -> !other.isEmpty())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            throw new IllegalArgumentException("no candidate has the " + label + " \"" + value + "\"; allowed: "
                    + (values.isEmpty() ? "none has a " + label : String.join(", ", values)));
        }
        int lost = before.size() - after.size();
        String name = "without " + label + " " + value + " (" + lost + " of " + before.size() + " candidates)";
        return new Scenario(name, before, after, true);
    }

    /**
     * The same change with other weights after it.
     *
     * @param weights by id, of candidates that are there after it
     */
    public Scenario withWeightsAfter(Map<String, Double> weights) {
        Scenario weighted = of(before, reweight(after, weights).after());
        return new Scenario(weighted.name(), before, weighted.after(), isLoss);
    }

    private static void check(List<Candidate> candidates, String id) {
        if (candidates.stream().noneMatch(candidate -> candidate.id().equals(id))) {
            throw new IllegalArgumentException(
                    "there is no candidate \"" + id + "\" to change; allowed: one of " + ids(candidates));
        }
    }

    private static String ids(List<Candidate> candidates) {
        return some(candidates.stream().map(Candidate::id).toList());
    }

    private static String some(Collection<String> all) {
        String first = all.stream().limit(NAMED).collect(Collectors.joining(", "));
        return all.size() <= NAMED ? first : first + " and " + (all.size() - NAMED) + " more";
    }

    private String inWords() {
        if (isAllPartitions(before) && isAllPartitions(after) && reweighted().isEmpty()) {
            return before.size() + " to " + after.size() + " partitions";
        }
        List<String> parts = new ArrayList<>();
        if (!added().isEmpty()) {
            parts.add("with " + some(added()));
        }
        if (!retired().isEmpty()) {
            parts.add("without " + some(retired()));
        }
        if (!reweighted().isEmpty()) {
            parts.add("other weights of " + some(reweighted()));
        }
        return parts.isEmpty() ? "no change" : String.join(", ", parts);
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
        Map<String, Double> weights = weights(before);
        return after.stream()
                .filter(candidate -> weights.getOrDefault(candidate.id(), candidate.weight()) != candidate.weight())
                .map(Candidate::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether the candidates before are partitions 0 to n - 1, in this order, as a topic has them. */
    public boolean startsWithAllPartitions() {
        return isAllPartitions(before);
    }

    private static boolean isAllPartitions(List<Candidate> candidates) {
        return IntStream.range(0, candidates.size())
                .allMatch(i -> candidates.get(i).id().equals(Integer.toString(i)));
    }

    /** Whether candidates come and go only at the end of the list, and those that stay keep their weights. */
    public boolean isAtTheEnd() {
        // Labels and states do not decide who owns a key.
        return IntStream.range(0, before.size() - retired().size())
                .allMatch(i -> before.get(i).id().equals(after.get(i).id())
                        && before.get(i).weight() == after.get(i).weight());
    }

    /** Whether others go than the last of the list, or those that go are lost: the next time it can be any. */
    public boolean isArbitraryRemoval() {
        Set<String> gone = retired();
        return !gone.isEmpty()
                && (isLoss
                        || before.stream()
                                .limit(before.size() - gone.size())
                                .anyMatch(candidate -> gone.contains(candidate.id())));
    }

    /** Whether the scheme does not promise that no key moves between two candidates for no reason of this change. */
    public boolean mayMoveNeedlessly(Scheme scheme) {
        Set<Guarantee> promised = scheme.guarantees();
        boolean removal = promised.contains(Guarantee.MONOTONE_ON_REMOVAL);
        // Who means a place in the list by its number takes another order for another set.
        boolean byPlace = !removal && !promised.contains(Guarantee.ORDER_INDEPENDENT);
        return (byPlace && !isAtTheEnd())
                || (!added().isEmpty() && !promised.contains(Guarantee.MONOTONE_ON_ADD))
                || (!retired().isEmpty() && !removal && !promised.contains(Guarantee.MONOTONE_ON_REMOVAL_AT_END))
                || (!reweighted().isEmpty() && !promised.contains(Guarantee.MONOTONE_ON_REWEIGHT));
    }

    /** Whether candidates of one side have different weights. */
    public boolean isWeighted() {
        return isWeighted(before) || isWeighted(after);
    }

    private static boolean isWeighted(List<Candidate> candidates) {
        return candidates.stream().mapToDouble(Candidate::weight).distinct().count() > 1;
    }

    /** The least part of a load that must move where it was in proportion to weights and is to be so again. */
    public double leastMoved() {
        Map<String, Double> weights = weights(before);
        double allBefore = before.stream().mapToDouble(Candidate::weight).sum();
        double allAfter = after.stream().mapToDouble(Candidate::weight).sum();
        return after.stream()
                .mapToDouble(candidate ->
                        candidate.weight() / allAfter - weights.getOrDefault(candidate.id(), 0.0) / allBefore)
                .filter(more -> more > 0)
                .sum();
    }

    private static Map<String, Double> weights(List<Candidate> candidates) {
        Map<String, Double> weights = new LinkedHashMap<>();
        candidates.forEach(candidate -> weights.put(candidate.id(), candidate.weight()));
        return weights;
    }

    private static Set<String> without(List<Candidate> all, List<Candidate> others) {
        Set<String> ids = all.stream().map(Candidate::id).collect(Collectors.toCollection(LinkedHashSet::new));
        others.forEach(other -> ids.remove(other.id()));
        return ids;
    }
}
