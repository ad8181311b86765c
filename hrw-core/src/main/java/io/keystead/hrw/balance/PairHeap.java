package io.keystead.hrw.balance;

/**
 * A binary heap of things, each with its best open pair; the pair that is first in rank order is on top.
 *
 * <p>Rank order: time, smallest first, then score, highest first, then thing. A thing stands here once, so members are
 * never compared. Arrays of numbers, because a contest of many things turns the heap over many times.
 */
final class PairHeap {
    private final int[] things;
    /** By thing. */
    private final int[] members;

    private final double[] times;
    private final long[] scores;
    private int size;

    PairHeap(int capacity) {
        this.things = new int[capacity];
        this.members = new int[capacity];
        this.times = new double[capacity];
        this.scores = new long[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The thing on top. */
    int thing() {
        return things[0];
    }

    /** Its member. */
    int member() {
        return members[things[0]];
    }

    /** Puts a pair last, where it need not belong: {@link #heapify} or {@link #siftLast} comes after. */
    void addLast(int thing, int member, double time, long score) {
        members[thing] = member;
        times[thing] = time;
        scores[thing] = score;
        things[size++] = thing;
    }

    void heapify() {
        for (int at = size / 2 - 1; at >= 0; at--) {
            siftDown(at, things[at]);
        }
    }

    void siftLast() {
        int at = size - 1;
        int thing = things[at];
        while (at > 0 && isBefore(thing, things[(at - 1) / 2])) {
            things[at] = things[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        things[at] = thing;
    }

    /** Takes the top off. */
    void remove() {
        size--;
        if (size > 0) {
            siftDown(0, things[size]);
        }
    }

    private void siftDown(int from, int thing) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(things[child + 1], things[child])) {
                child++;
            }
            if (!isBefore(things[child], thing)) {
                break;
            }
            things[at] = things[child];
            at = child;
        }
        things[at] = thing;
    }

    private boolean isBefore(int thing, int other) {
        if (times[thing] != times[other]) {
            return times[thing] < times[other];
        }
        int byScore = Long.compareUnsigned(scores[thing], scores[other]);
        return byScore != 0 ? byScore > 0 : thing < other;
    }
}
