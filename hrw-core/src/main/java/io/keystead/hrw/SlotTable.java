package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The winner of every slot, computed beforehand: a look-up is one shift and one read, whatever the number of candidates.
 *
 * <p>20 bytes a slot: the winner, and what lets the next epoch's table be made from this one (the slot's hash and the
 * winner's score), so that a candidate more costs one mix a slot and not a contest.
 */
final class SlotTable implements Contest {
    private final Contenders contenders;
    private final int shift;
    private final long[] slotHashes;
    private final int[] winners;
    private final long[] scores;

    private SlotTable(Contenders contenders, int slotBits, long[] slotHashes) {
        this.contenders = contenders;
        this.shift = Long.SIZE - slotBits;
        this.slotHashes = slotHashes;
        this.winners = new int[slotHashes.length];
        this.scores = new long[slotHashes.length];
    }

    /** Ranks every slot: 2^slotBits contests. */
    static SlotTable of(Contenders contenders, int slotBits, KeyHash hash) {
        SlotTable table = new SlotTable(contenders, slotBits, slotHashes(slotBits, hash));
        Contest contest = contenders.contest();
        for (int slot = 0; slot < table.winners.length; slot++) {
            table.hold(slot, contest);
        }
        return table;
    }

    /**
     * The table of the next epoch, with the same slots and hash: slots whose winner stayed are contested by the
     * newcomers alone.
     */
    SlotTable evolve(Contenders next) {
        int slotBits = Long.SIZE - shift;
        SlotTable table = new SlotTable(next, slotBits, slotHashes);
        int[] moved = indicesIn(next);
        int[] newcomers = newcomers(moved, next.size());
        Contest contest = next.contest();
        for (int slot = 0; slot < winners.length; slot++) {
            int winner = moved[winners[slot]];
            if (winner < 0) {
                table.hold(slot, contest);
            } else {
                table.challenge(slot, winner, scores[slot], newcomers);
            }
        }
        return table;
    }

    @Override
    public int winner(long keyHash) {
        return winners[(int) (keyHash >>> shift)];
    }

    int slot(long keyHash) {
        return (int) (keyHash >>> shift);
    }

    long slotHash(int slot) {
        return slotHashes[slot];
    }

    private void hold(int slot, Contest contest) {
        winners[slot] = contest.winner(slotHashes[slot]);
        scores[slot] = contenders.score(slotHashes[slot], winners[slot]);
    }

    private void challenge(int slot, int holder, long holderScore, int[] newcomers) {
        int winner = holder;
        long best = holderScore;
        for (int newcomer : newcomers) {
            long score = contenders.score(slotHashes[slot], newcomer);
            double time = contenders.time(score, newcomer);
            double bestTime = contenders.time(best, winner);
            boolean tie = time == bestTime && score == best;
            if (tie ? newcomer < winner : Score.beats(time, score, bestTime, best)) {
                winner = newcomer;
                best = score;
            }
        }
        winners[slot] = winner;
        scores[slot] = best;
    }

    /** Where each old contender stands among the next ones; -1 if it is gone or bids otherwise than before. */
    private int[] indicesIn(Contenders next) {
        int[] indices = new int[contenders.size()];
        Arrays.fill(indices, -1);
        // Between scores and times every bid changes, so nothing is kept.
        if (contenders.weighted() != next.weighted()) {
            return indices;
        }
        Map<String, Integer> byId = new HashMap<>();
        for (int i = 0; i < next.size(); i++) {
            byId.put(next.candidate(i).id(), i);
        }
        for (int i = 0; i < indices.length; i++) {
            Candidate old = contenders.candidate(i);
            @Nullable Integer index = byId.get(old.id());
            if (index != null && (!next.weighted() || next.candidate(index).weight() == old.weight())) {
                indices[i] = index;
            }
        }
        return indices;
    }

    private static int[] newcomers(int[] kept, int size) {
        boolean[] isKept = new boolean[size];
        for (int index : kept) {
            if (index >= 0) {
                isKept[index] = true;
            }
        }
        int[] newcomers = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (!isKept[i]) {
                newcomers[count++] = i;
            }
        }
        return Arrays.copyOf(newcomers, count);
    }

    /** hash(utf8(decimal(slot))) of every slot; the digits count up in one buffer. */
    private static long[] slotHashes(int slotBits, KeyHash hash) {
        long[] hashes = new long[1 << slotBits];
        byte[] digits = new byte[Integer.toString(hashes.length).length()];
        Arrays.fill(digits, (byte) '0');
        int first = digits.length - 1;
        for (int slot = 0; slot < hashes.length; slot++) {
            hashes[slot] = hash.hash(digits, first, digits.length - first);
            int place = digits.length - 1;
            while (digits[place] == '9') {
                digits[place--] = '0';
            }
            digits[place]++;
            first = Math.min(first, place);
        }
        return hashes;
    }
}
