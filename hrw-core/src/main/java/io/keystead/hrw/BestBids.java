package io.keystead.hrw;

/** Keeps the best k bids of a stream of them in a heap whose root is the worst kept. Not thread-safe. */
final class BestBids {
    private final double[] times;
    private final long[] scores;
    private final int[] indices;
    private int size;

    BestBids(int capacity) {
        times = new double[capacity];
        scores = new long[capacity];
        indices = new int[capacity];
    }

    void offer(double time, long score, int index) {
        if (size < indices.length) {
            set(size, time, score, index);
            size++;
            siftUp(size - 1);
        } else if (size > 0 && precedes(time, score, index, 0)) {
            set(0, time, score, index);
            siftDown(0);
        }
    }

    /** Empties the heap into an array, best first. */
    int[] inRankOrder() {
        int[] ranked = new int[size];
        while (size > 0) {
            ranked[size - 1] = indices[0];
            size--;
            set(0, times[size], scores[size], indices[size]);
            siftDown(0);
        }
        return ranked;
    }

    private void siftUp(int from) {
        int child = from;
        while (child > 0
                && precedes(times[(child - 1) / 2], scores[(child - 1) / 2], indices[(child - 1) / 2], child)) {
            swap(child, (child - 1) / 2);
            child = (child - 1) / 2;
        }
    }

    private void siftDown(int from) {
        int parent = from;
        while (2 * parent + 1 < size) {
            int worse = 2 * parent + 1;
            if (worse + 1 < size && precedes(times[worse], scores[worse], indices[worse], worse + 1)) {
                worse++;
            }
            if (!precedes(times[parent], scores[parent], indices[parent], worse)) {
                return;
            }
            swap(parent, worse);
            parent = worse;
        }
    }

    /** Whether the bid is before the one at this place of the heap: time, then score, then the smaller id. */
    private boolean precedes(double time, long score, int index, int place) {
        if (time == times[place] && score == scores[place]) {
            return index < indices[place];
        }
        return Score.beats(time, score, times[place], scores[place]);
    }

    private void set(int place, double time, long score, int index) {
        times[place] = time;
        scores[place] = score;
        indices[place] = index;
    }

    private void swap(int a, int b) {
        double time = times[a];
        long score = scores[a];
        int index = indices[a];
        set(a, times[b], scores[b], indices[b]);
        set(b, time, score, index);
    }
}
