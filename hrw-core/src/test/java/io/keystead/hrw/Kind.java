package io.keystead.hrw;

import java.util.List;
import java.util.SplittableRandom;

/** The kinds of topology there are, each with 2 to 45 active candidates and some that are not. */
enum Kind {
    EQUAL_WEIGHTS(false, 0, false),
    UNEQUAL_WEIGHTS(true, 0, false),
    /** All but one weight are equal, so that one candidate more or less goes between equal and unequal weights. */
    ONE_OTHER_WEIGHT(false, 0, false) {
        @Override
        double weight(SplittableRandom random, boolean first) {
            return first ? 2.5 : 1.0;
        }
    },
    SLOTS(false, 6, false),
    SLOTS_AND_UNEQUAL_WEIGHTS(true, 6, false),
    BASE(false, 0, true),
    BASE_AND_UNEQUAL_WEIGHTS(true, 0, true);

    private final boolean weighted;
    private final int slotBits;
    private final boolean based;

    Kind(boolean weighted, int slotBits, boolean based) {
        this.weighted = weighted;
        this.slotBits = slotBits;
        this.based = based;
    }

    double weight(SplittableRandom random, boolean first) {
        return weighted ? Inputs.weight(random) : 1.0;
    }

    Topology topology(SplittableRandom random) {
        Topology.Builder builder = Topology.builder().hash(Inputs.hash(random)).slotBits(slotBits);
        return based ? based(random, builder) : plain(random, builder);
    }

    private Topology plain(SplittableRandom random, Topology.Builder builder) {
        List<String> ids = Inputs.ids(random, 2 + random.nextInt(44));
        for (int i = 0; i < ids.size(); i++) {
            CandidateState state = i < 2 ? CandidateState.ACTIVE : state(random);
            builder.candidate(
                    Candidate.of(ids.get(i)).withWeight(weight(random, i == 0)).withState(state));
        }
        return builder.build();
    }

    /** Some base partitions are retired or not listed at all, and later partitions have gaps, weights and states. */
    private Topology based(SplittableRandom random, Topology.Builder builder) {
        int base = 1 + random.nextInt(20);
        builder.base(Base.murmur2(base));
        int first = random.nextInt(base);
        for (int partition = 0; partition < base; partition++) {
            if (partition == first) {
                builder.candidate(Candidate.partition(partition));
            } else if (random.nextInt(4) > 0) {
                builder.candidate(Candidate.partition(partition).withState(state(random)));
            }
        }
        int later = 1 + random.nextInt(15);
        for (int partition = base; partition < base + later; partition++) {
            if (partition == base || random.nextInt(4) > 0) {
                CandidateState state = partition == base ? CandidateState.ACTIVE : state(random);
                builder.candidate(Candidate.partition(partition)
                        .withWeight(weight(random, false))
                        .withState(state));
            }
        }
        return builder.build();
    }

    /** An active candidate that the topology has not: with a base a later partition, or a base partition that comes back. */
    Candidate newcomer(SplittableRandom random, Topology topology) {
        if (!based) {
            return Candidate.of("newcomer").withWeight(weight(random, random.nextBoolean()));
        }
        int base = topology.base().orElseThrow().partitions();
        if (random.nextBoolean()) {
            for (int partition = 0; partition < base; partition++) {
                String id = Integer.toString(partition);
                if (topology.candidates().stream().noneMatch(c -> c.id().equals(id))) {
                    return Candidate.partition(partition);
                }
            }
        }
        return Candidate.partition(base + 100).withWeight(weight(random, false));
    }

    static CandidateState state(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> CandidateState.FILLING;
            case 1 -> CandidateState.DRAINING;
            default -> CandidateState.ACTIVE;
        };
    }
}
