package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.List;

/**
 * Flink's key groups: a key belongs to one of a fixed number of groups, and each subtask has a run of groups.
 *
 * <p>Look-up O(1), no memory, nothing to build. The group of a key never changes, but the runs do: a change of the
 * parallelism moves boundaries along the line, so most groups move, in runs. Shares differ by one group.
 */
public final class KeyGroups extends ListPlacement {
    /** The most key groups that Flink allows. */
    public static final int MAX_GROUPS = 1 << 15;

    private static final int FEWEST_BY_DEFAULT = 1 << 7;

    private final int groups;

    /** With as many groups as Flink has by default for so many subtasks, which differs between parallelisms. */
    public KeyGroups(List<Candidate> candidates) {
        this(candidates, byDefault(candidates.size()));
    }

    /**
     * With so many groups: Flink's maximum parallelism.
     *
     * @param candidates at least one and at most {@code groups}, each of weight 1; the i-th is subtask i
     * @param groups 1 to {@value #MAX_GROUPS}
     */
    public KeyGroups(List<Candidate> candidates, int groups) {
        super(Algorithm.KEY_GROUPS, candidates);
        if (groups < 1 || groups > MAX_GROUPS) {
            throw new IllegalArgumentException(groups + " key groups; allowed: 1 to " + MAX_GROUPS);
        }
        if (candidates.size() > groups) {
            throw new IllegalArgumentException(
                    candidates.size() + " candidates for " + groups + " key groups; allowed: at most one a group");
        }
        this.groups = groups;
    }

    /** One and a half times the parallelism, rounded up to a power of two, from 128 to 32,768. */
    private static int byDefault(int parallelism) {
        int wanted = Math.min(parallelism + parallelism / 2, MAX_GROUPS);
        int rounded = wanted <= 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
        return Math.min(Math.max(rounded, FEWEST_BY_DEFAULT), MAX_GROUPS);
    }

    /** The groups stay as they are, as they do where a job is restored. */
    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new KeyGroups(next, groups);
    }

    /** How many groups there are. */
    public int groups() {
        return groups;
    }

    /** As Flink places a {@code Long} of this value. */
    @Override
    public int owner(long keyHash) {
        return ownerOfHashCode(Long.hashCode(keyHash));
    }

    @Override
    public int owner(long keyHash, int murmur2, int hashCode) {
        return ownerOfHashCode(hashCode);
    }

    @Override
    public int[] top(long keyHash, int murmur2, int hashCode, int count) {
        Chosen chosen = new Chosen(size(), wanted(count));
        chosen.offer(ownerOfHashCode(hashCode));
        for (int candidate : top(keyHash, size())) {
            chosen.offer(candidate);
        }
        return chosen.inOrder();
    }

    /** The subtask of a key by what its {@code hashCode()} returns, which is all that Flink looks at. */
    public int ownerOfHashCode(int hashCode) {
        return subtask(spread(hashCode) % groups);
    }

    private int subtask(int group) {
        return group * size() / groups;
    }

    /** MurmurHash3, 32 bits, of one word with seed 0, made positive. */
    private static int spread(int hashCode) {
        int h = Integer.rotateLeft(hashCode * 0xcc9e2d51, 15) * 0x1b873593;
        h = Integer.rotateLeft(h, 13) * 5 + 0xe6546b64;
        h ^= Integer.BYTES;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        h ^= h >>> 16;
        return h == Integer.MIN_VALUE ? 0 : Math.abs(h);
    }

    @Override
    public double[] shares() {
        int[] subtasks = new int[groups];
        for (int group = 0; group < groups; group++) {
            subtasks[group] = subtask(group);
        }
        return shares(subtasks, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
