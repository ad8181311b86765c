package io.keystead.planner.whatif;

import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.Arrays;

/** Compares the first candidates of keys before and after a change, of a random part of the keys. */
final class Replicas {
    private static final int PILOT = 64;
    private static final int FEWEST = 1_000;
    private static final int MOST = 100_000;

    private final KeySample sample;
    private final KeyPlacement before;
    private final KeyPlacement after;
    private final int[] membersBefore;
    private final int[] membersAfter;
    private final int replicas;

    Replicas(KeySample sample, Transition transition, Members members, int replicas) {
        this.sample = sample;
        this.before = transition.before();
        this.after = transition.after();
        this.membersBefore = members.of(before);
        this.membersAfter = members.of(after);
        this.replicas = replicas;
    }

    /** As many keys as there is time for, but 1,000 at least and 100,000 at most, or all. */
    ReplicaChanges changes(Duration budget, long seed) {
        long start = System.nanoTime();
        Part pilot = Part.evenly(sample.size(), PILOT, seed);
        changed(pilot);
        long nanos = Math.max(1, (System.nanoTime() - start) / pilot.size());
        int wanted = (int) Math.max(FEWEST, Math.min(MOST, budget.toNanos() / nanos));
        Part part = Part.evenly(sample.size(), wanted, seed);
        double looked = part.size();
        double share = changed(part) / looked;
        // The sample may be a part itself: what was looked at is then a part of a part of the source.
        double population = Math.max(sample.size(), sample.summary().population());
        double sigma = Math.sqrt(share * (1 - share) / looked * (1 - looked / population));
        return new ReplicaChanges(replicas, share, sigma, part.size());
    }

    private long changed(Part part) {
        long changed = 0;
        for (int place = 0; place < part.size(); place++) {
            int[] old = top(before, membersBefore, part.index(place));
            int[] now = top(after, membersAfter, part.index(place));
            boolean sameOwner = old[0] == now[0];
            Arrays.sort(old);
            Arrays.sort(now);
            changed += sameOwner && !Arrays.equals(old, now) ? 1 : 0;
        }
        return changed;
    }

    private int[] top(KeyPlacement placement, int[] members, int key) {
        int[] top = placement.top(sample.hash(key), sample.murmur2(key), sample.javaHash(key), replicas);
        Arrays.setAll(top, i -> members[top[i]]);
        return top;
    }
}
