package io.keystead.cli;

import io.keystead.hrw.Base;
import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.Murmur2;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Why a key has the owner that it has. Immutable. */
final class Explanation {
    private final Topology topology;
    private final byte[] key;
    private final Placement placement;
    private final @Nullable Home home;
    private final List<Bid> ranking;

    private Explanation(Topology topology, byte[] key, int top) {
        this.topology = topology;
        this.key = key;
        this.placement = Placement.of(topology);
        this.home = topology.base().map(base -> home(base, topology, key)).orElse(null);
        this.ranking = placement.top(key, top);
    }

    /**
     * A key's place before rendezvous hashing, and what became of it.
     *
     * @param murmur2 Kafka's hash of the key
     * @param partition the partition that it chose
     * @param isActive whether that partition still contends
     * @param winner who won the contest among the base partitions and the later ones
     */
    record Home(int murmur2, int partition, boolean isActive, String winner) {}

    /**
     * Explains one key.
     *
     * @param top how many candidates of the ranking to tell, at least 1
     */
    static Explanation of(Topology topology, byte[] key, int top) {
        return new Explanation(topology, key, top);
    }

    Topology topology() {
        return topology;
    }

    byte[] key() {
        return key;
    }

    long keyHash() {
        return topology.hash().hash(key);
    }

    /** The key's slot, where there are any. */
    OptionalInt slot() {
        return placement.slot(key);
    }

    /** Where Kafka's default partitioner put the key; null unless the topology has a base. */
    @Nullable
    Home home() {
        return home;
    }

    /** The first candidates of the rank with their bids, the owner first. */
    List<Bid> ranking() {
        return ranking;
    }

    private static Home home(Base base, Topology topology, byte[] key) {
        Map<String, Candidate> contenders = new LinkedHashMap<>();
        topology.active().forEach(candidate -> contenders.put(candidate.id(), candidate));
        int partition = Murmur2.partition(key, 0, key.length, base.partitions());
        boolean isActive = contenders.containsKey(Integer.toString(partition));
        // All base partitions contend, active or not: they stand for the share of the keys that stays.
        for (int basePartition = 0; basePartition < base.partitions(); basePartition++) {
            contenders.putIfAbsent(Integer.toString(basePartition), Candidate.partition(basePartition));
        }
        Placement contest = Placement.of(Topology.builder()
                .hash(topology.hash())
                .candidates(new ArrayList<>(contenders.values()))
                .build());
        String winner = contest.active().get(contest.owner(key)).id();
        return new Home(Murmur2.hash(key, 0, key.length), partition, isActive, winner);
    }

    /** The key's owner. */
    String owner() {
        return ranking.get(0).candidate().id();
    }

    /** Whether times decide and not scores. */
    boolean isWeighted() {
        return topology.active().stream()
                        .mapToDouble(Candidate::weight)
                        .distinct()
                        .count()
                > 1;
    }

    /** One sentence, without a full stop. */
    String reason() {
        if (home == null) {
            String best = isWeighted() ? "smallest time" : "highest score";
            return best + " of " + topology.active().size() + (slot().isPresent() ? " for the key's slot" : "");
        }
        int basePartitions = topology.base().orElseThrow().partitions();
        if (Integer.parseInt(home.winner()) >= basePartitions) {
            return "it came after the base and won the key from partition " + home.partition();
        }
        if (home.isActive()) {
            return "the key is there already, and no later partition won it (the contest went to " + home.winner()
                    + ", of the base)";
        }
        return "the key's home, partition " + home.partition()
                + ", is not active; the first of the rank over the active ones takes over";
    }
}
