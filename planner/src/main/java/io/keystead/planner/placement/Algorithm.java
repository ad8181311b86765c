package io.keystead.planner.placement;

import static io.keystead.planner.placement.Guarantee.BOUNDED_LOAD;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_ADD;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REMOVAL;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REMOVAL_AT_END;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REWEIGHT;
import static io.keystead.planner.placement.Guarantee.ORDER_INDEPENDENT;
import static io.keystead.planner.placement.Guarantee.RANKED;
import static io.keystead.planner.placement.Guarantee.WEIGHTED;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The algorithms by name, each with what it promises and its placement with default parameters. */
// The set is a view that nobody can change, and the builders are constructors.
@SuppressWarnings("ImmutableEnumChecker")
public enum Algorithm {
    /** Kafka's default: the hash modulo the number. */
    MODULO("modulo", Modulo::new),
    /** RFC 2991's hash-threshold: equal regions of the hashes. */
    HASH_THRESHOLD("hash-threshold", HashThreshold::new),
    /** Flink's key groups. */
    KEY_GROUPS("key-groups", KeyGroups::new),
    /** The ring of virtual nodes. */
    RING(
            "ring",
            HashRing::new,
            MONOTONE_ON_ADD,
            MONOTONE_ON_REMOVAL,
            MONOTONE_ON_REWEIGHT,
            ORDER_INDEPENDENT,
            WEIGHTED,
            RANKED),
    /** Rendezvous hashing, by the exponential race where weights differ. */
    HRW(
            "hrw",
            Hrw::new,
            MONOTONE_ON_ADD,
            MONOTONE_ON_REMOVAL,
            MONOTONE_ON_REWEIGHT,
            ORDER_INDEPENDENT,
            WEIGHTED,
            RANKED),
    /** Rendezvous hashing with as many bids as the weight says. */
    HRW_MULTIPLICITY(
            "hrw-multiplicity",
            MultiplicityHrw::new,
            MONOTONE_ON_ADD,
            MONOTONE_ON_REMOVAL,
            MONOTONE_ON_REWEIGHT,
            ORDER_INDEPENDENT,
            WEIGHTED,
            RANKED),
    /** Rendezvous hashing of slots, with a table of their owners. */
    HRW_SLOTS(
            "hrw-slots",
            SlotHrw::new,
            MONOTONE_ON_ADD,
            MONOTONE_ON_REMOVAL,
            MONOTONE_ON_REWEIGHT,
            ORDER_INDEPENDENT,
            WEIGHTED,
            RANKED),
    /** Rendezvous hashing down a tree. */
    HRW_SKELETON("hrw-skeleton", Skeleton::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL),
    /** Apache Ignite's partitions, ranked each. */
    TWO_LEVEL("two-level", TwoLevel::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, ORDER_INDEPENDENT, RANKED),
    /** GitHub's table of primaries and secondaries. */
    GLB("glb", Glb::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, ORDER_INDEPENDENT, RANKED),
    /** Tahoe-LAFS's permutation of servers. */
    PERMUTATION("permutation", Permutation::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, ORDER_INDEPENDENT, RANKED),
    /** Known to be skewed: Apache Druid's combination of hashes. */
    DRUID("druid", DruidHasher::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, ORDER_INDEPENDENT, RANKED),
    /** Known to be wrong: scores scaled by factors that all weights enter. */
    CARP("carp", Carp::new, ORDER_INDEPENDENT, WEIGHTED),
    /** Jump consistent hash. */
    JUMP("jump", Jump::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL_AT_END, WEIGHTED),
    /** JumpBackHash. */
    JUMP_BACK("jump-back", JumpBack::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL_AT_END),
    /** Multi-probe consistent hashing. */
    MULTI_PROBE("multi-probe", MultiProbe::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, ORDER_INDEPENDENT),
    /** Maglev's table. */
    MAGLEV("maglev", Maglev::new, ORDER_INDEPENDENT, WEIGHTED),
    /** AnchorHash, which remembers removals. */
    ANCHOR("anchor", Anchor::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, MONOTONE_ON_REWEIGHT, WEIGHTED),
    /** DxHash, which remembers places. */
    DX("dx", Dx::new, MONOTONE_ON_ADD, MONOTONE_ON_REMOVAL, MONOTONE_ON_REWEIGHT, WEIGHTED),
    /** Bounded loads along the ring. */
    BOUNDED_RING(
            "bounded-ring",
            nodes -> BoundedLoads.onRing(nodes, HashRing.TOKENS, BoundedLoads.EPSILON),
            WEIGHTED,
            BOUNDED_LOAD),
    /** Bounded loads by random jumps. */
    BOUNDED_JUMPS("bounded-jumps", nodes -> BoundedLoads.byJumps(nodes, BoundedLoads.EPSILON), WEIGHTED, BOUNDED_LOAD),
    /** Bounded loads along the ranking of rendezvous hashing. */
    BOUNDED_HRW("bounded-hrw", nodes -> BoundedLoads.onHrw(nodes, BoundedLoads.EPSILON), WEIGHTED, BOUNDED_LOAD);

    private final String label;
    private final Function<List<Candidate>, KeyPlacement> builder;
    private final Set<Guarantee> guarantees;

    Algorithm(String label, Function<List<Candidate>, KeyPlacement> builder, Guarantee... guarantees) {
        this.label = label;
        this.builder = builder;
        EnumSet<Guarantee> set = EnumSet.noneOf(Guarantee.class);
        Collections.addAll(set, guarantees);
        this.guarantees = Collections.unmodifiableSet(set);
    }

    /**
     * The algorithm of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Algorithm named(String name) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no algorithm \"" + name + "\"; allowed: "
                        + Arrays.stream(values()).map(Algorithm::toString).collect(Collectors.joining(", "))));
    }

    /** What is promised of every key, with the default parameters; immutable. */
    public Set<Guarantee> guarantees() {
        return guarantees;
    }

    /**
     * The placement of these candidates, with default parameters.
     *
     * @param candidates at least one, with distinct ids
     */
    public KeyPlacement place(List<Candidate> candidates) {
        return builder.apply(candidates);
    }

    /** Why it is here to be compared with and not to be taken; empty of all others. */
    public Optional<String> knownWrong() {
        return switch (this) {
            case DRUID -> Optional.of("its loads are uneven");
            case CARP -> Optional.of("a change of one weight moves keys between the others");
            default -> Optional.empty();
        };
    }

    /** The name, in small letters and hyphens. */
    @Override
    public String toString() {
        return label;
    }
}
