package io.keystead.planner.whatif;

import static io.keystead.planner.placement.Guarantee.BOUNDED_LOAD;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REMOVAL;
import static io.keystead.planner.placement.Guarantee.RANKED;
import static io.keystead.planner.placement.Guarantee.WEIGHTED;

import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.Scheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which scheme fits: hard constraints exclude some, and the questions lead to a leaf of the field's decision tree, which
 * names what to take of those that are left.
 *
 * <p>The leaves: bounded loads where they are asked for; for a look-up in constant time with a table, Maglev; for an
 * existing system of tokens, the ring; for very many candidates with one shared history, Anchor; where today's placement
 * meets all constraints, that; for a topic that murmur2 has filled, rendezvous hashing with the base that leaves keys where
 * they are; for ranked standbys or weights, rendezvous hashing; for growth at the end alone, Jump; else rendezvous hashing.
 * Not thread-safe.
 */
final class DecisionTree {
    private static final Set<Algorithm> CONSTANT = EnumSet.of(
            Algorithm.MODULO,
            Algorithm.HASH_THRESHOLD,
            Algorithm.KEY_GROUPS,
            Algorithm.HRW_SLOTS,
            Algorithm.TWO_LEVEL,
            Algorithm.GLB,
            Algorithm.JUMP_BACK,
            Algorithm.MAGLEV);
    private static final Set<Algorithm> HISTORY = EnumSet.of(Algorithm.ANCHOR, Algorithm.DX, Algorithm.HRW_SKELETON);

    private final Scenario scenario;
    private final Set<Need> needs;
    private final Scheme today;
    private final List<Verdict.Constraint> constraints = new ArrayList<>();
    private final Set<Scheme> left;

    private DecisionTree(Scenario scenario, Set<Need> needs, Scheme today, Collection<Scheme> schemes) {
        this.scenario = scenario;
        this.needs = needs;
        this.today = today;
        this.left = new LinkedHashSet<>(schemes);
    }

    /** A leaf: what it takes, best first, and the reason. */
    private record Leaf(String reason, List<Algorithm> algorithms) {
        Leaf(String reason, Algorithm... algorithms) {
            this(reason, List.of(algorithms));
        }
    }

    /**
     * The verdict.
     *
     * @param today where keys lie now
     * @param schemes all that were asked for
     * @param refused those of them that cannot do the change
     */
    static Verdict verdict(
            Scenario scenario, Set<Need> needs, Scheme today, Collection<Scheme> schemes, Collection<Scheme> refused) {
        DecisionTree tree = new DecisionTree(scenario, needs, today, schemes);
        tree.exclude();
        tree.left.removeAll(refused);
        tree.left.removeIf(scheme -> scheme.algorithm().knownWrong().isPresent());
        return tree.verdict();
    }

    private void exclude() {
        boolean weights = scenario.isWeighted() || needs.contains(Need.WEIGHTS);
        constraint(
                "weights?", weights, lacks(WEIGHTED), because(Need.WEIGHTS, weights, "all candidates weigh the same"));
        constraint(
                "arbitrary removal?",
                arbitraryRemoval(),
                lacks(MONOTONE_ON_REMOVAL).and(scheme -> !acceptsNeedless()),
                whyRemoval());
        constraint("only growth and removal at the end?", onlyEnds(), scheme -> false, whyEnds());
        constraint("ranked standbys?", Need.RANKED, lacks(RANKED));
        constraint("bounded load?", Need.BOUNDED, lacks(BOUNDED_LOAD));
        constraint("constant look-up by a table?", Need.TABLE, scheme -> !CONSTANT.contains(scheme.algorithm()));
        constraint("tokens?", Need.TOKENS, scheme -> scheme.algorithm() != Algorithm.RING);
        boolean history = needs.contains(Need.HISTORY);
        constraint(
                "agreement by the list alone?",
                !history,
                this::needsMoreThanTheList,
                history ? "a shared history is there" : "no shared history was said to be there");
        constraint(
                "no needless movement?",
                !acceptsNeedless(),
                scenario::mayMoveNeedlessly,
                acceptsNeedless()
                        ? "what was asked for cannot be had without some"
                        : "nothing that is asked for needs it");
    }

    private boolean arbitraryRemoval() {
        return scenario.isArbitraryRemoval() || needs.contains(Need.REMOVAL);
    }

    private String whyRemoval() {
        if (needs.contains(Need.REMOVAL)) {
            return "asked for";
        }
        if (scenario.retired().isEmpty()) {
            return "no candidate goes";
        }
        if (!scenario.isArbitraryRemoval()) {
            return "only the last of the list go";
        }
        return scenario.isLoss() ? "what is lost can be any" : "the change";
    }

    private boolean onlyEnds() {
        return scenario.isAtTheEnd() && !arbitraryRemoval();
    }

    private String whyEnds() {
        if (onlyEnds()) {
            return "the change is at the end of the list, and nothing else was asked for";
        }
        if (arbitraryRemoval()) {
            return "see arbitrary removal";
        }
        return scenario.reweighted().isEmpty()
                ? "those that stay have other places in the list"
                : "weights of those that stay change";
    }

    /** Maglev's table and bounded loads cannot do without, so who asks for them accepts it. */
    private boolean acceptsNeedless() {
        return needs.contains(Need.TABLE) || needs.contains(Need.BOUNDED);
    }

    private boolean needsMoreThanTheList(Scheme scheme) {
        boolean loads = scheme.guarantees().contains(BOUNDED_LOAD) && !needs.contains(Need.BOUNDED);
        return loads || HISTORY.contains(scheme.algorithm());
    }

    private static Predicate<Scheme> lacks(Guarantee guarantee) {
        return scheme -> !scheme.guarantees().contains(guarantee);
    }

    private String because(Need need, boolean asked, String otherwise) {
        return needs.contains(need) ? "asked for" : asked ? "the change" : otherwise;
    }

    private void constraint(String question, Need need, Predicate<Scheme> excludes) {
        boolean asked = needs.contains(need);
        constraint(question, asked, excludes, asked ? "asked for" : "not asked for");
    }

    private void constraint(String question, boolean asked, Predicate<Scheme> excludes, String because) {
        List<String> excluded = left.stream()
                .filter(scheme -> asked && excludes.test(scheme))
                .map(Scheme::toString)
                .toList();
        left.removeIf(scheme -> excluded.contains(scheme.toString()));
        constraints.add(new Verdict.Constraint(question, asked, because, excluded));
    }

    private Verdict verdict() {
        Leaf leaf = leaf();
        Optional<Scheme> fits = first(leaf.algorithms());
        if (fits.isPresent()) {
            return new Verdict(fits.map(Scheme::toString), leaf.reason(), constraints);
        }
        String missing = leaf.reason() + ": that would be " + leaf.algorithms().get(0) + ", which "
                + (constraints.stream()
                                .anyMatch(c -> c.excluded()
                                        .contains(leaf.algorithms().get(0).toString()))
                        ? "another constraint excludes"
                        : "was not looked at or cannot do the change");
        return left.stream()
                .findFirst()
                .map(next -> new Verdict(
                        Optional.of(next.toString()), missing + "; " + next + " meets all constraints", constraints))
                .orElseGet(() ->
                        new Verdict(Optional.empty(), missing + "; nothing else meets all constraints", constraints));
    }

    private Leaf leaf() {
        if (needs.contains(Need.BOUNDED)) {
            return new Leaf(
                    "no candidate has more keys than its share by more than a factor",
                    Algorithm.BOUNDED_HRW,
                    Algorithm.BOUNDED_RING,
                    Algorithm.BOUNDED_JUMPS);
        }
        if (needs.contains(Need.TABLE)) {
            return new Leaf(
                    "a look-up in constant time for each packet, and a table is allowed",
                    Algorithm.MAGLEV,
                    Algorithm.HRW_SLOTS,
                    Algorithm.GLB);
        }
        if (needs.contains(Need.TOKENS)) {
            return new Leaf("explicit ranges, or a system of tokens that is there", Algorithm.RING);
        }
        if (needs.contains(Need.HISTORY)) {
            return new Leaf(
                    "very many candidates with one history of changes that all share", Algorithm.ANCHOR, Algorithm.DX);
        }
        if (left.contains(today)) {
            return new Leaf("what places keys today does it without a needless move", today.algorithm());
        }
        if (left.stream().anyMatch(this::leavesKeys)) {
            return new Leaf("keys stay where they are until a later partition wins them", Algorithm.HRW);
        }
        if (needs.contains(Need.RANKED) || needs.contains(Need.WEIGHTS) || scenario.isWeighted()) {
            return new Leaf("ranked standbys or exact weights", Algorithm.HRW, Algorithm.HRW_MULTIPLICITY);
        }
        return onlyEnds()
                ? new Leaf("candidates come and go only at the end", Algorithm.JUMP, Algorithm.JUMP_BACK)
                : new Leaf("any candidate may come and go, and all that must be agreed on is the list", Algorithm.HRW);
    }

    /** Whether it has a base, and with that one takes over from today's placement without moving a key. */
    private boolean leavesKeys(Scheme scheme) {
        return scheme.base().isPresent()
                && today.algorithm() == Algorithm.MODULO
                && scenario.startsWithAllPartitions()
                && scheme.base().getAsInt() == scenario.before().size();
    }

    /** Today's first, then the one whose base leaves keys where they are, then the one without a base, and other bases last. */
    private Optional<Scheme> first(List<Algorithm> preferred) {
        return preferred.stream()
                .flatMap(algorithm -> left.stream()
                        .filter(scheme -> scheme.algorithm() == algorithm)
                        .sorted(Comparator.comparing((Scheme scheme) -> !scheme.equals(today))
                                .thenComparing(scheme -> !leavesKeys(scheme))
                                .thenComparing(scheme -> scheme.base().isPresent())))
                .findFirst();
    }
}
