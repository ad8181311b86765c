package io.keystead.planner.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.util.List;

/**
 * Rendezvous hashing of slots, as {@code hrw-v1} has it with slot bits: a key has one of 2^b slots for ever, slots are
 * ranked, and a table holds their owners.
 *
 * <p>Look-up O(1), memory O(2^b), a build O(2^b n), a new candidate O(2^b). All the promises of {@link Hrw}; the price is
 * that the share of one of n candidates varies by sqrt(n / 2^b) of itself.
 */
public final class SlotHrw extends ListPlacement {
    /** The slot bits where nothing else is said: 65,536 slots. */
    public static final int SLOT_BITS = 16;

    private static final int BYTES_PER_SLOT = 20;
    private static final byte[] NO_BASE_ASKS_FOR_BYTES = {};

    private final int slotBits;
    private final Placement rule;
    private final Ranking ranking;

    /** With {@value #SLOT_BITS} slot bits. */
    public SlotHrw(List<Candidate> candidates) {
        this(candidates, SLOT_BITS);
    }

    /**
     * With so many slot bits.
     *
     * @param candidates at least one
     * @param slotBits 1 to {@value Topology#MAX_SLOT_BITS}
     */
    public SlotHrw(List<Candidate> candidates, int slotBits) {
        super(Algorithm.HRW_SLOTS, sorted(candidates));
        if (slotBits < 1) {
            throw new IllegalArgumentException(
                    "slot bits " + slotBits + " are out of range; allowed: 1 to " + Topology.MAX_SLOT_BITS);
        }
        this.slotBits = slotBits;
        this.rule = Placement.of(
                Topology.builder().candidates(candidates()).slotBits(slotBits).build());
        this.ranking = new Ranking(candidates());
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new SlotHrw(next, slotBits);
    }

    @Override
    public int owner(long keyHash) {
        return rule.owner(keyHash, NO_BASE_ASKS_FOR_BYTES);
    }

    @Override
    public int[] top(long keyHash, int count) {
        long slot = keyHash >>> (Long.SIZE - slotBits);
        return ranking.top(KeyHash.xxh3(0).hash(Long.toString(slot).getBytes(US_ASCII)), wanted(count));
    }

    @Override
    public double[] shares() {
        int[] owners = new int[1 << slotBits];
        for (int slot = 0; slot < owners.length; slot++) {
            owners[slot] = owner((long) slot << (Long.SIZE - slotBits));
        }
        return shares(owners, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return (long) BYTES_PER_SLOT << slotBits;
    }
}
