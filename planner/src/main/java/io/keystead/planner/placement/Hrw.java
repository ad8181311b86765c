package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.util.List;

/**
 * Highest random weight, or rendezvous, hashing (Thaler and Ravishankar 1998), as the {@code hrw-v1} rule of this project:
 * every candidate bids a score for the key, and the best bid owns it.
 *
 * <p>Where weights differ bids are times of an exponential race (Schindelhauer and Schomaker 2005, Resch 2015): the
 * smallest {@code -log(u) / weight} wins, and shares are exactly as the weights. Look-up O(n), memory O(n), a build O(n),
 * a change O(n); no table, no tokens, no history.
 */
public final class Hrw extends ListPlacement {
    private static final byte[] NO_BASE_ASKS_FOR_BYTES = {};

    private final Placement rule;
    private final Ranking ranking;

    /** @param candidates at least one */
    public Hrw(List<Candidate> candidates) {
        super(Algorithm.HRW, sorted(candidates));
        this.rule = Placement.of(Topology.builder().candidates(candidates()).build());
        this.ranking = new Ranking(candidates());
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Hrw(next);
    }

    @Override
    public int owner(long keyHash) {
        return rule.owner(keyHash, NO_BASE_ASKS_FOR_BYTES);
    }

    @Override
    public int[] top(long keyHash, int count) {
        return ranking.top(keyHash, wanted(count));
    }

    @Override
    public long memoryBytes() {
        return (long) size() * (Long.BYTES + Double.BYTES);
    }
}
