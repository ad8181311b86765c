package io.keystead.planner.placement;

import java.util.Arrays;
import java.util.BitSet;

/** Different candidates in the order in which they came up, up to a number of them. */
final class Chosen {
    private final BitSet seen;
    private final int[] order;
    private int size;

    Chosen(int candidates, int wanted) {
        this.seen = new BitSet(candidates);
        this.order = new int[wanted];
    }

    /** Takes the candidate unless it is there already or there are enough. */
    void offer(int candidate) {
        if (!isFull() && !seen.get(candidate)) {
            seen.set(candidate);
            order[size++] = candidate;
        }
    }

    boolean isFull() {
        return size == order.length;
    }

    int[] inOrder() {
        return Arrays.copyOf(order, size);
    }
}
