package io.keystead.planner.placement;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@link Hrw} for a topic that Kafka's default partitioner has filled: keys stay where murmur2 put them until a later
 * partition wins them, as {@code hrw-v1} has it with a base.
 *
 * <p>Adoption moves nothing, and all else is as {@link Hrw} promises it. Candidates are partitions, and those of the base
 * weigh 1. Look-up O(n), memory O(n), a build O(n). The murmur2 of a key is asked for; {@link #owner(long)} takes the lower
 * half of the key's hash in its place.
 */
public final class BasedHrw extends ListPlacement {
    private static final int NONE = -1;

    private final int base;
    /** All base partitions, there or not, and the later ones. */
    private final Hrw all;

    private final Hrw active;
    /** From an index of {@code all} to a later candidate, or {@link #NONE}. */
    private final int[] later;
    /** From a base partition to a candidate, or {@link #NONE}. */
    private final int[] homes;

    /**
     * A placement over partitions.
     *
     * @param candidates at least one, whose ids are partition numbers
     * @param base how many partitions the topic had when murmur2 placed its keys
     */
    public BasedHrw(List<Candidate> candidates, int base) {
        super(Algorithm.HRW, sorted(candidates));
        // Refuses what the rule refuses, in its words.
        Topology.builder().candidates(candidates()).base(Base.murmur2(base)).build();
        this.base = base;
        this.homes = new int[base];
        Arrays.fill(homes, NONE);
        List<Candidate> contending = new ArrayList<>();
        for (int partition = 0; partition < base; partition++) {
            contending.add(Candidate.partition(partition));
        }
        Map<String, Integer> laterById = new HashMap<>();
        for (int i = 0; i < size(); i++) {
            Candidate candidate = candidates().get(i);
            int partition = Integer.parseInt(candidate.id());
            if (partition < base) {
                homes[partition] = i;
            } else {
                contending.add(candidate);
                laterById.put(candidate.id(), i);
            }
        }
        this.all = new Hrw(contending);
        this.active = new Hrw(candidates());
        this.later = all.candidates().stream()
                .mapToInt(candidate -> laterById.getOrDefault(candidate.id(), NONE))
                .toArray();
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new BasedHrw(next, base);
    }

    /** How many partitions the topic had when murmur2 placed its keys. */
    public int base() {
        return base;
    }

    @Override
    public int owner(long keyHash) {
        return owner(keyHash, (int) keyHash, 0);
    }

    @Override
    public int owner(byte[] key) {
        return owner(KeyHash.xxh3(0).hash(key), Murmur2.hash(key, 0, key.length), 0);
    }

    @Override
    public int owner(long keyHash, int murmur2, int hashCode) {
        int owner = later[all.owner(keyHash)];
        if (owner == NONE) {
            owner = homes[home(murmur2)];
        }
        return owner == NONE ? active.owner(keyHash) : owner;
    }

    private int home(int murmur2) {
        return (murmur2 & Integer.MAX_VALUE) % base;
    }

    @Override
    public int[] top(long keyHash, int count) {
        return top(keyHash, (int) keyHash, 0, count);
    }

    /** Whom each removal would reveal: the later ones that beat the base, the home, and the rest as they rank. */
    @Override
    public int[] top(long keyHash, int murmur2, int hashCode, int count) {
        Chosen chosen = new Chosen(size(), wanted(count));
        for (int contender : all.top(keyHash, later.length)) {
            if (later[contender] == NONE) {
                break;
            }
            chosen.offer(later[contender]);
        }
        if (homes[home(murmur2)] != NONE) {
            chosen.offer(homes[home(murmur2)]);
        }
        for (int candidate : active.top(keyHash, size())) {
            chosen.offer(candidate);
        }
        return chosen.inOrder();
    }

    /**
     * A later partition has its part of the contest, and a base partition that of one of the base. What lost its home goes
     * to the winner among those that are there: where a base partition won the contest that is it, if it is there.
     */
    @Override
    public double[] shares() {
        double[] contest = all.shares();
        double[] shares = new double[size()];
        double home = 0;
        for (int i = 0; i < later.length; i++) {
            if (later[i] == NONE) {
                home += contest[i] / base;
            } else {
                shares[later[i]] = contest[i];
            }
        }
        int gone = (int)
                Arrays.stream(homes).filter(candidate -> candidate == NONE).count();
        double homeless = gone * home;
        for (int candidate : homes) {
            if (candidate != NONE) {
                shares[candidate] += home + homeless / base;
            }
        }
        double[] heirs = active.shares();
        for (int i = 0; i < shares.length; i++) {
            shares[i] += homeless * gone / base * heirs[i];
        }
        return shares;
    }

    /** The contest of all; keys of a base partition that is gone need a second one. */
    @Override
    public int steps(long keyHash) {
        return later.length;
    }

    @Override
    public long memoryBytes() {
        return all.memoryBytes() + active.memoryBytes() + (long) (later.length + homes.length) * Integer.BYTES;
    }

    @Override
    public String toString() {
        return "hrw murmur2/" + base + " over " + candidates();
    }
}
