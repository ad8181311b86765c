package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers who owns a key under one {@link Topology}, and who is next.
 *
 * <p>Every active candidate bids a score that depends on the key and on its own id alone, and the best bid owns the
 * key. That one rule is why adding a candidate moves keys only to it, removing one moves only its own keys, and the
 * ranking names the standby: no bid depends on who else bids.
 *
 * <p>Immutable and thread-safe, except for the memory of a {@linkplain #cached cached} one, which never changes an
 * answer. Look-ups of an owner allocate nothing. With n active candidates {@link #owner} takes O(n) word operations
 * (about 2 ns each, less where the machine has vectors), O(1) with slots or for a cached key; a candidate is an index
 * into {@link #active()}, so that callers can keep what belongs to it in an array.
 */
public final class Placement {
    private final Topology topology;
    private final KeyHash hash;
    private final Contenders active;
    private final Contest contest;
    private final @Nullable SlotTable slots;
    private final @Nullable BasePlacement base;

    private Placement(
            Topology topology,
            Contenders active,
            Contest contest,
            @Nullable SlotTable slots,
            @Nullable BasePlacement base) {
        this.topology = topology;
        this.hash = topology.hash();
        this.active = active;
        this.contest = contest;
        this.slots = slots;
        this.base = base;
    }

    /** The placement of a topology. With b slot bits it ranks 2^b slots first: at most about a second. */
    public static Placement of(Topology topology) {
        Contenders active = new Contenders(topology.active(), topology.hash());
        if (topology.slotBits() > 0) {
            return slotted(topology, active, SlotTable.of(active, topology.slotBits(), topology.hash()));
        }
        @Nullable
        BasePlacement base =
                topology.base().map(b -> BasePlacement.of(b, topology, active)).orElse(null);
        return new Placement(topology, active, active.contest(), null, base);
    }

    /**
     * The placement of the next epoch, the same as {@link #of} but cheaper where the hash and the slot bits stay: a
     * candidate more then costs one mix a slot.
     */
    public Placement evolve(Topology next) {
        if (slots == null
                || next.slotBits() != topology.slotBits()
                || !next.hash().equals(hash)) {
            return of(next);
        }
        Contenders nextActive = new Contenders(next.active(), next.hash());
        return slotted(next, nextActive, slots.evolve(nextActive));
    }

    private static Placement slotted(Topology topology, Contenders active, SlotTable slots) {
        return new Placement(topology, active, slots, slots, null);
    }

    /**
     * Whether a look-up takes longer than a read of memory, so that {@link #cached} pays where keys come again: more than
     * {@value OnePassContest#MAX_SIZE} candidates bid, or their weights differ, and there are no slots.
     */
    public boolean isCostly() {
        if (slots != null) {
            return false;
        }
        Contenders bidders = base == null ? active : base.bidders();
        return bidders.weighted() || bidders.size() > OnePassContest.MAX_SIZE;
    }

    /**
     * The same placement that remembers the owners of keys, 8 bytes an entry. Useless with slots, which are a table
     * already: those are returned as they are.
     *
     * @param entries how many keys to remember at most, rounded up to a power of two above 16 times the number of
     *     candidates; 1 to 2^28. With twice as many entries as keys that come again, next to none of them is left out
     */
    public Placement cached(int entries) {
        if (entries < 1 || entries > 1 << 28) {
            throw new IllegalArgumentException(
                    "a cache of " + entries + " entries is out of range; allowed: 1 to " + (1 << 28));
        }
        if (slots != null) {
            return this;
        }
        return base == null
                ? new Placement(topology, active, WinnerCache.of(contest, active.size(), entries), null, null)
                : new Placement(topology, active, contest, null, base.cached(entries));
    }

    /** The topology that this answers for. */
    public Topology topology() {
        return topology;
    }

    /** The candidates that contend, by id as UTF-8 bytes. Indices refer to this list. */
    public List<Candidate> active() {
        return active.candidates();
    }

    /** The index of the key's owner. An empty key has an owner too. */
    public int owner(byte[] key) {
        return owner(key, 0, key.length);
    }

    /** The index of the owner of the key in {@code length} bytes from {@code offset}. */
    public int owner(byte[] key, int offset, int length) {
        return owner(hash.hash(key, offset, length), key, offset, length);
    }

    /**
     * {@link #owner(byte[])} for callers that need the hash of the key themselves, so that it is computed once.
     *
     * @param keyHash {@code topology().hash().hash(key)}; with another number the answer is another key's
     */
    public int owner(long keyHash, byte[] key) {
        return owner(keyHash, key, 0, key.length);
    }

    private int owner(long keyHash, byte[] key, int offset, int length) {
        if (base != null) {
            return base.owner(keyHash, key, offset, length);
        }
        return contest.winner(keyHash);
    }

    /** The key's slot, from 0 to 2^slotBits - 1; empty where the topology has no slots. */
    public OptionalInt slot(byte[] key) {
        return slots == null ? OptionalInt.empty() : OptionalInt.of(slots.slot(hash.hash(key)));
    }

    /** All active candidates with their bids, the owner first, then whoever would own the key without those before. */
    public List<Bid> rank(byte[] key) {
        return top(key, active.size());
    }

    /**
     * The first {@code count} of {@link #rank}, or all where there are fewer; O(n log count) time, O(count) memory
     * unless the topology has a base, which needs O(n).
     *
     * @param count 0 or above
     */
    public List<Bid> top(byte[] key, int count) {
        checkCount(count);
        long word = hash.hash(key);
        long rankHash = slots == null ? word : slots.slotHash(slots.slot(word));
        int[] ranked = base == null ? active.top(rankHash, count) : base.top(word, key, count);
        return Arrays.stream(ranked)
                .mapToObj(index -> active.bid(rankHash, index))
                .collect(Collectors.toUnmodifiableList());
    }

    /** {@link #select(byte[], int, Predicate)} among all active candidates. */
    public Selection select(byte[] key, int count) {
        return select(key, count, candidate -> true);
    }

    /**
     * Chooses candidates for one key under the topology's constraints, by rank: {@link Selection#inOrder} of those that are
     * eligible.
     *
     * @param count how many to choose, 0 or above
     * @param eligible false for candidates that must be skipped, for example full ones
     */
    public Selection select(byte[] key, int count, Predicate<Candidate> eligible) {
        List<Candidate> ranking =
                rank(key).stream().map(Bid::candidate).filter(eligible).collect(Collectors.toList());
        return Selection.inOrder(ranking, count, topology.constraints());
    }

    private static void checkCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("the count " + count + " is negative; allowed: 0 and above");
        }
    }

    @Override
    public String toString() {
        return "placement by " + topology;
    }
}
