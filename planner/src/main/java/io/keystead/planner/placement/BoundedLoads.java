package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Consistent hashing with bounded loads: a key goes to the first candidate of its order that has room, and nobody has room
 * for more than (1 + epsilon) times its share of the load.
 *
 * <p>The order is what the algorithms differ in: the next along the ring (Mirrokni, Thorup and Zadimoghaddam 2018,
 * arXiv:1608.01350), a jump to whom another hash of the key draws from all (Chen, Coleman and Shrivastava 2021,
 * arXiv:1908.08762), which no chain of full neighbours slows down, or the ranking of rendezvous hashing. With n candidates,
 * weights w of a sum W and a load of R, the key at hand included, the room of a candidate is ceil(w (1 + epsilon) R / W).
 *
 * <p>Counts what it holds: {@link #acquire} and {@link #release} change it, so it is not thread-safe and owners depend on
 * the order of all that came before. Of two that must agree both must have seen the same. Memory is that of the order, and
 * O(n); a look-up is that of the order times the full candidates skipped. A changed placement starts empty, with the order
 * changed as the order changes.
 */
public final class BoundedLoads extends ListPlacement {
    /** A quarter above the mean, where nothing else is said. */
    public static final double EPSILON = 0.25;

    private static final double MAX_EPSILON = 1_000;

    private final double epsilon;
    private final KeyPlacement order;
    private final double allWeights;
    private final long[] loads;
    private long load;

    /** @param order makes the order of candidates that have been checked, and keeps their indices */
    private BoundedLoads(
            Algorithm algorithm,
            double epsilon,
            List<Candidate> candidates,
            Function<List<Candidate>, KeyPlacement> order) {
        super(algorithm, candidates);
        // Written so that NaN fails too.
        if (!(epsilon > 0 && epsilon <= MAX_EPSILON)) {
            throw new IllegalArgumentException("epsilon " + epsilon + "; allowed: above 0 to " + MAX_EPSILON);
        }
        this.order = order.apply(candidates());
        this.epsilon = epsilon;
        this.allWeights = candidates().stream().mapToDouble(Candidate::weight).sum();
        this.loads = new long[size()];
    }

    /** Full candidates are skipped along the ring, on which a candidate of weight 1 has so many tokens. */
    public static BoundedLoads onRing(List<Candidate> candidates, int tokens, double epsilon) {
        return new BoundedLoads(Algorithm.BOUNDED_RING, epsilon, sorted(candidates), all -> new HashRing(all, tokens));
    }

    /** A key whose candidate is full jumps to the one that its next hash draws, as {@link Dx} does. */
    public static BoundedLoads byJumps(List<Candidate> candidates, double epsilon) {
        return new BoundedLoads(Algorithm.BOUNDED_JUMPS, epsilon, sorted(candidates), Dx::new);
    }

    /** By jumps, with room for a change. */
    static BoundedLoads roomFor(List<Candidate> candidates, List<Candidate> next) {
        return new BoundedLoads(Algorithm.BOUNDED_JUMPS, EPSILON, sorted(candidates), all -> Dx.roomFor(all, next));
    }

    /** Full candidates are skipped along the ranking. */
    public static BoundedLoads onHrw(List<Candidate> candidates, double epsilon) {
        return new BoundedLoads(Algorithm.BOUNDED_HRW, epsilon, sorted(candidates), Hrw::new);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        KeyPlacement changed = order.change(next);
        return new BoundedLoads(algorithm(), epsilon, changed.candidates(), same -> changed);
    }

    /** Who gets the key if it comes next. */
    @Override
    public int owner(long keyHash) {
        int first = order.owner(keyHash);
        if (hasRoom(first)) {
            return first;
        }
        for (int candidate : preferences(keyHash, size())) {
            if (hasRoom(candidate)) {
                return candidate;
            }
        }
        throw new AssertionError("rooms sum to more than the load, so somebody has some");
    }

    /** Gives the key to its owner and counts it. */
    public int acquire(long keyHash) {
        int owner = owner(keyHash);
        loads[owner]++;
        load++;
        return owner;
    }

    /**
     * Takes a key back from the candidate that has it.
     *
     * @throws IllegalArgumentException if the candidate has none
     */
    public void release(int candidate) {
        if (loads[candidate] == 0) {
            throw new IllegalArgumentException("candidate \""
                    + candidates().get(candidate).id() + "\" has no keys to release; allowed: one that acquired a key");
        }
        loads[candidate]--;
        load--;
    }

    /** How many keys a candidate has. */
    public long load(int candidate) {
        return loads[candidate];
    }

    /** How many keys a candidate may have when the next key comes. */
    public long capacity(int candidate) {
        return (long) Math.ceil(candidates().get(candidate).weight() * (1 + epsilon) * (load + 1) / allWeights);
    }

    private boolean hasRoom(int candidate) {
        return loads[candidate] < capacity(candidate);
    }

    /** How many full candidates are met before one with room; by jumps the same one may be met again. */
    int skipped(long keyHash) {
        if (algorithm() == Algorithm.BOUNDED_JUMPS) {
            int jumps = 0;
            while (!hasRoom(jump(keyHash, jumps))) {
                jumps++;
            }
            return jumps;
        }
        int[] preferences = preferences(keyHash, size());
        int skipped = 0;
        while (!hasRoom(preferences[skipped])) {
            skipped++;
        }
        return skipped;
    }

    private int jump(long keyHash, int jumps) {
        return order.owner(jumps == 0 ? keyHash : Draw.word(keyHash, jumps - 1));
    }

    private int[] preferences(long keyHash, int count) {
        return algorithm() == Algorithm.BOUNDED_JUMPS ? drawn(order, keyHash, count) : order.top(keyHash, count);
    }

    /** The order in which candidates are asked, full or not, from the one with the key. */
    @Override
    public int[] top(long keyHash, int count) {
        Chosen chosen = new Chosen(size(), wanted(count));
        chosen.offer(owner(keyHash));
        Arrays.stream(preferences(keyHash, size())).forEach(chosen::offer);
        return chosen.inOrder();
    }

    /** Those of the order, and one for each full candidate that is skipped. */
    @Override
    public int steps(long keyHash) {
        return order.steps(keyHash) + skipped(keyHash);
    }

    /** Those of an empty placement. */
    @Override
    public double[] shares() {
        return order.shares();
    }

    @Override
    public long memoryBytes() {
        return order.memoryBytes() + (long) size() * Long.BYTES;
    }
}
