package io.keystead.hrw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Remembers winners of another contest, exactly: O(1) for keys that come again, whatever the number of candidates.
 *
 * <p>One word an entry. A key may be in any of {@value #SET} neighbouring entries, of which the low bits of its hash
 * choose the first to look at; while half the entries are free, 0.1 % of keys find no place, where a single place
 * each would leave 39 % without (a miss costs as much as a hundred hits). The entry holds the bits of the hash that
 * did not choose the set and, where those would be, the winner plus one (0: empty). So an entry that matches proves
 * itself, and a racing thread sees either a whole entry or another whole entry: no lock and no fence is needed, only
 * that a word is not torn, which opaque access promises on every machine. Entries are replaced and never emptied, so
 * the first empty one ends a search. A placement of a new epoch starts with an empty cache, so an entry never
 * outlives the candidates it was computed from.
 */
final class WinnerCache implements Contest {
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int SET_BITS = 4;
    private static final int SET = 1 << SET_BITS;

    private final Contest contest;
    private final long[] entries;
    /** The bits that choose the set. */
    private final long mask;

    private WinnerCache(Contest contest, int entries) {
        this.contest = contest;
        this.entries = new long[entries];
        this.mask = -(long) SET & (entries - 1L);
    }

    /** @param entries how many at least; more sets than contenders are made, since both fill the same bits */
    static WinnerCache of(Contest contest, int contenders, int entries) {
        int least = Math.max(entries, (contenders + 1) << SET_BITS);
        return new WinnerCache(contest, Integer.highestOneBit(least - 1) << 1);
    }

    @Override
    public int winner(long keyHash) {
        // The key's own place is nearly always the right one, and is looked at without a loop.
        long entry = (long) ENTRY.getOpaque(entries, (int) keyHash & (entries.length - 1));
        return ((entry ^ keyHash) & ~mask) == 0 && entry != 0 ? winnerIn(entry) : search(keyHash);
    }

    private int search(long keyHash) {
        int set = (int) (keyHash & mask);
        int first = (int) keyHash;
        for (int i = 0; i < SET; i++) {
            int place = set | ((first + i) & (SET - 1));
            long entry = (long) ENTRY.getOpaque(entries, place);
            if (entry == 0) {
                return remember(keyHash, place);
            }
            if (((entry ^ keyHash) & ~mask) == 0) {
                return winnerIn(entry);
            }
        }
        return remember(keyHash, set | (first & (SET - 1)));
    }

    private int winnerIn(long entry) {
        return (int) ((entry & mask) >>> SET_BITS) - 1;
    }

    private int remember(long keyHash, int place) {
        int winner = contest.winner(keyHash);
        ENTRY.setOpaque(entries, place, (keyHash & ~mask) | ((long) (winner + 1) << SET_BITS));
        return winner;
    }
}
