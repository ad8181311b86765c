package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Partition affinity in two levels, as Apache Ignite's {@code RendezvousAffinityFunction} has it: a key has one of 1,024
 * partitions for ever, and each partition ranks the candidates; the first is the primary, the next ones are its backups.
 *
 * <p>Look-up O(1) in a table, memory O(partitions), a build O(partitions * n), a change the same. Equal to Ignite bit for
 * bit where the consistent id of a node is the text of the candidate's id. Everything moves in whole partitions, and the
 * share of one of n candidates varies by sqrt(n / 1024) of itself.
 */
public final class TwoLevel extends ListPlacement {
    /** The partitions where nothing else is said, as in Ignite. */
    public static final int PARTITIONS = 1 << 10;

    private static final int MAX_PARTITIONS = 65_000;

    private final int partitions;
    private final int[] primaries;

    /** With {@value #PARTITIONS} partitions. */
    public TwoLevel(List<Candidate> candidates) {
        this(candidates, PARTITIONS);
    }

    /**
     * With so many partitions.
     *
     * @param candidates at least one, each of weight 1
     * @param partitions 1 to 65,000
     */
    public TwoLevel(List<Candidate> candidates, int partitions) {
        super(Algorithm.TWO_LEVEL, sorted(candidates));
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException(partitions + " partitions; allowed: 1 to " + MAX_PARTITIONS);
        }
        this.partitions = partitions;
        this.primaries = new int[partitions];
        Arrays.setAll(primaries, partition -> ranked(partition)[0]);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new TwoLevel(next, partitions);
    }

    /** The partition of a key by what its {@code hashCode()} returns. */
    public int partitionOfHashCode(int hashCode) {
        if (Integer.bitCount(partitions) == 1) {
            return (hashCode ^ hashCode >>> 16) & partitions - 1;
        }
        int remainder = hashCode % partitions;
        return Math.abs(remainder);
    }

    /** As Ignite places a {@code Long} of this value. */
    @Override
    public int owner(long keyHash) {
        return primaries[partitionOfHashCode(Long.hashCode(keyHash))];
    }

    @Override
    public int owner(long keyHash, int murmur2, int hashCode) {
        return primaries[partitionOfHashCode(hashCode)];
    }

    @Override
    public int[] top(long keyHash, int count) {
        return topOfHashCode(Long.hashCode(keyHash), count);
    }

    @Override
    public int[] top(long keyHash, int murmur2, int hashCode, int count) {
        return topOfHashCode(hashCode, count);
    }

    private int[] topOfHashCode(int hashCode, int count) {
        return Arrays.copyOf(ranked(partitionOfHashCode(hashCode)), wanted(count));
    }

    /**
     * The primary of a partition and its backups, of which there may be fewer than asked for.
     *
     * @param backups 0 or above
     * @param filter whether a candidate, the first argument, may stand behind those that were chosen before it
     */
    public List<Candidate> assign(int partition, int backups, BiPredicate<Candidate, List<Candidate>> filter) {
        List<Candidate> chosen = new ArrayList<>();
        for (int index : ranked(partition)) {
            Candidate candidate = candidates().get(index);
            if (chosen.isEmpty() || (chosen.size() <= backups && filter.test(candidate, chosen))) {
                chosen.add(candidate);
            }
        }
        return List.copyOf(chosen);
    }

    /**
     * The same where candidates with one value of a label, such as {@code host}, are neighbours and do not back each other
     * up, unless there are no others left: then the best of the rest stand behind.
     */
    public List<Candidate> assignApart(int partition, int backups, String label) {
        List<Candidate> chosen = new ArrayList<>(assign(
                partition,
                backups,
                (candidate, before) ->
                        before.stream().noneMatch(other -> value(other, label).equals(value(candidate, label)))));
        for (Candidate candidate : assign(partition, size(), (next, before) -> true)) {
            if (chosen.size() <= backups && size() > backups && !chosen.contains(candidate)) {
                chosen.add(candidate);
            }
        }
        return List.copyOf(chosen);
    }

    private static String value(Candidate candidate, String label) {
        String value = candidate.labels().get(label);
        if (value == null) {
            throw new IllegalArgumentException(
                    "candidate \"" + candidate.id() + "\" has no label \"" + label + "\", which tells its neighbours");
        }
        return value;
    }

    private int[] ranked(int partition) {
        long[] scores = new long[size()];
        Integer[] order = new Integer[size()];
        for (int i = 0; i < scores.length; i++) {
            order[i] = i;
            scores[i] = score(candidates().get(i).id().hashCode(), partition);
        }
        Arrays.sort(order, Comparator.comparingLong(i -> scores[i]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    /** Thomas Wang's hash of 64 bits, of both numbers; the smallest wins. */
    private static long score(int nodeHash, int partition) {
        long word = Integer.toUnsignedLong(nodeHash) | (long) partition << Integer.SIZE;
        word = ~word + (word << 21);
        word ^= word >>> 24;
        word += (word << 3) + (word << 8);
        word ^= word >>> 14;
        word += (word << 2) + (word << 4);
        word ^= word >>> 28;
        return word + (word << 31);
    }

    @Override
    public double[] shares() {
        return shares(primaries, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return (long) partitions * Integer.BYTES;
    }
}
