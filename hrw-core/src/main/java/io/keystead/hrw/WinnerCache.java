package io.keystead.hrw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Remembers winners of another contest, exactly: O(1) for keys that come again, whatever the number of candidates.
 *
 * <p>One word an entry. The low bits of the key hash choose the entry; the entry holds the other bits of that hash and,
 * where the low bits would be, the winner plus one (0: empty). So an entry that matches proves itself, and a racing
 * thread sees either a whole entry or another whole entry: no lock and no fence is needed, only that a word is not
 * torn, which opaque access promises on every machine. A placement of a new epoch starts with an empty cache, so an
 * entry never outlives the candidates it was computed from.
 */
final class WinnerCache implements Contest {
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);

    private final Contest contest;
    private final long[] entries;
    private final long mask;

    /** @param entries how many, a power of two above the number of contenders */
    WinnerCache(Contest contest, int entries) {
        this.contest = contest;
        this.entries = new long[entries];
        this.mask = entries - 1L;
    }

    @Override
    public int winner(long keyHash) {
        int place = (int) (keyHash & mask);
        long entry = (long) ENTRY.getOpaque(entries, place);
        int known = (int) (entry & mask);
        if (((entry ^ keyHash) & ~mask) == 0 && known != 0) {
            return known - 1;
        }
        int winner = contest.winner(keyHash);
        ENTRY.setOpaque(entries, place, (keyHash & ~mask) | (winner + 1));
        return winner;
    }
}
