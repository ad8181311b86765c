package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.KeyHash;
import java.util.List;

/**
 * Answers who owns a key, by one {@link Algorithm}.
 *
 * <p>A candidate is an index into {@link #candidates()}. Immutable and thread-safe, except for {@link BoundedLoads}, which
 * counts. A change gives a new placement and leaves this one as it is, also where the algorithm remembers a history: the new
 * placement has it.
 */
public interface KeyPlacement {
    /** The algorithm, which tells what is promised. */
    Algorithm algorithm();

    /** The candidates; indices refer to this list. Its order is the algorithm's own. */
    List<Candidate> candidates();

    /**
     * The index of the owner of a key.
     *
     * @param keyHash any 64-bit hash of the key that is uniform, such as {@code hrw-v1}'s
     */
    int owner(long keyHash);

    /**
     * The index of the owner of a key by its bytes: those of the algorithms that come with a hash of their own use it, the
     * others XXH3 with seed 0.
     */
    default int owner(byte[] key) {
        return owner(KeyHash.xxh3(0).hash(key));
    }

    /**
     * The index of the owner of a key by its hashes, of which each algorithm takes its own: the same as by the key's bytes
     * where the algorithm comes with murmur2 or {@code hashCode()}.
     *
     * @param keyHash as in {@link #owner(long)}
     * @param murmur2 Kafka's hash of the key's bytes
     * @param hashCode what {@code hashCode()} returns of the key as a Java object
     */
    default int owner(long keyHash, int murmur2, int hashCode) {
        return owner(keyHash);
    }

    /**
     * The first {@code count} candidates for a key by its hashes, the {@linkplain #owner(long, int, int) owner} first.
     *
     * @param count 0 or above
     */
    default int[] top(long keyHash, int murmur2, int hashCode, int count) {
        return top(keyHash, count);
    }

    /**
     * The first {@code count} candidates for a key, all different, the owner first; all of them where there are fewer.
     *
     * <p>Where {@link Guarantee#RANKED} is not promised they are replicas and no more: a change may replace any of them.
     *
     * @param count 0 or above
     */
    int[] top(long keyHash, int count);

    /**
     * The share of all key hashes that each candidate owns, by index; the sum is 1 up to rounding. Exact for the tokens or
     * the table at hand, so that it differs from the weights where these do.
     */
    double[] shares();

    /**
     * How many steps the look-up of a key takes, of the kind that {@link Complexity#lookup()} counts: scores, draws, jumps,
     * comparisons of tokens, or 1 where a table is read or a number computed. Counted by the loop that finds the owner, except
     * where every key takes as many, as the scores of all candidates: those are declared. The same on every machine.
     */
    int steps(long keyHash);

    /** The bytes of the arrays that look-ups read, without the candidates themselves. An estimate. */
    long memoryBytes();

    /**
     * The placement with a candidate more.
     *
     * @throws IllegalArgumentException if its id is there already, or its weight or the number is not allowed
     */
    KeyPlacement add(Candidate candidate);

    /**
     * The placement without a candidate.
     *
     * @throws IllegalArgumentException if there is no such id or it is the last candidate
     */
    KeyPlacement remove(String id);

    /**
     * The placement with another weight of one candidate.
     *
     * @throws IllegalArgumentException if there is no such id, or the weight is not allowed
     */
    KeyPlacement reweight(String id, double weight);

    /**
     * The placement of other candidates, as this one changes to it: an algorithm that remembers gets first the new ones, in
     * their order, then other weights, and then loses those that are gone, in theirs. All others are made anew, in the order
     * of the list.
     *
     * @param next at least one, with distinct ids
     */
    KeyPlacement change(List<Candidate> next);
}
