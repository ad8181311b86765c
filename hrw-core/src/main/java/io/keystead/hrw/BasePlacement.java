package io.keystead.hrw;

import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Owners where the keys have a home already: protocol {@code hrw-v1}, <i>Base placement</i>.
 *
 * <p>The contest is held among all base partitions, whether they are active or not, and the active later ones. A later
 * partition that wins owns the key; otherwise the key stays at home; a key whose home is not active goes to the first
 * of the rank over the active ones alone. Base partitions contend only to set the later ones' share: which of them wins
 * does not matter. So adoption moves nothing, growth moves keys to the new partition only, and retiring a partition
 * moves its own keys only.
 */
final class BasePlacement {
    private static final int NOT_ACTIVE = -1;

    private final Base base;
    private final Contenders active;
    private final Contest activeContest;
    private final Contenders all;
    private final Contest contest;
    /** From an index of the contest to one of the active candidates; {@link #NOT_ACTIVE} for base partitions. */
    private final int[] later;
    /** From a base partition to an index of the active candidates, or {@link #NOT_ACTIVE}. */
    private final int[] homes;

    private BasePlacement(
            Base base,
            Contenders active,
            Contest activeContest,
            Contenders all,
            Contest contest,
            int[] later,
            int[] homes) {
        this.base = base;
        this.active = active;
        this.activeContest = activeContest;
        this.all = all;
        this.contest = contest;
        this.later = later;
        this.homes = homes;
    }

    static BasePlacement of(Base base, Topology topology, Contenders active) {
        List<Candidate> contending = new ArrayList<>();
        for (int partition = 0; partition < base.partitions(); partition++) {
            contending.add(Candidate.partition(partition));
        }
        Map<String, Integer> laterById = new HashMap<>();
        int[] homes = new int[base.partitions()];
        Arrays.fill(homes, NOT_ACTIVE);
        for (int i = 0; i < active.size(); i++) {
            Candidate candidate = active.candidate(i);
            int partition = Topology.partitionOf(candidate, base);
            if (partition < homes.length) {
                homes[partition] = i;
            } else {
                contending.add(candidate);
                laterById.put(candidate.id(), i);
            }
        }
        contending.sort((a, b) -> Utf8.ORDER.compare(a.id(), b.id()));
        int[] later = contending.stream()
                .mapToInt(c -> laterById.getOrDefault(c.id(), NOT_ACTIVE))
                .toArray();
        Contenders all = new Contenders(contending, topology.hash());
        return new BasePlacement(base, active, active.contest(), all, all.contest(), later, homes);
    }

    /** Who bids: all base partitions and the active later ones. */
    Contenders bidders() {
        return all;
    }

    /** The contest among the active ones alone is held for the keys of retired partitions only, and not remembered. */
    BasePlacement cached(int entries) {
        return new BasePlacement(
                base, active, activeContest, all, WinnerCache.of(contest, all.size(), entries), later, homes);
    }

    int owner(long keyHash, byte[] key, int offset, int length) {
        int owner = later[contest.winner(keyHash)];
        if (owner == NOT_ACTIVE) {
            owner = homes[base.home(key, offset, length)];
        }
        return owner == NOT_ACTIVE ? activeContest.winner(keyHash) : owner;
    }

    /**
     * The rank that each removal would reveal: the later partitions that beat every base partition, then the home, then
     * the rest as they rank among the active ones alone.
     */
    int[] top(long keyHash, byte[] key, int count) {
        Set<Integer> ranked = new LinkedHashSet<>();
        for (int contender : all.top(keyHash, all.size())) {
            if (later[contender] == NOT_ACTIVE) {
                break;
            }
            ranked.add(later[contender]);
        }
        int home = homes[base.home(key, 0, key.length)];
        if (home != NOT_ACTIVE) {
            ranked.add(home);
        }
        for (int contender : active.top(keyHash, active.size())) {
            ranked.add(contender);
        }
        return ranked.stream().mapToInt(Integer::intValue).limit(count).toArray();
    }
}
