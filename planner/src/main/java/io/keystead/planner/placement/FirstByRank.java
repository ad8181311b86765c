package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * The first candidates of a key by rendezvous hashing, in three ways that give the same, and the first by a shortcut that does
 * not always: to see what each costs.
 *
 * <p>Candidates weigh the same, and are indices into {@link #candidates()}. Each way computes all n scores. Immutable and
 * thread-safe.
 */
public final class FirstByRank {
    private final List<Candidate> candidates;
    private final long[] words;

    /** How the first k are found. */
    public enum Way {
        /** All are sorted: O(n log n). */
        SORT,
        /** The best k so far are kept in a heap, the worst of them on top: O(n log k) at most. */
        HEAP,
        /** The k-th score is found by Hoare's selection, and those at or above it are sorted: O(n + k log k) expected. */
        SELECT
    }

    /** @param candidates at least one, with distinct ids; their weights are left out */
    public FirstByRank(List<Candidate> candidates) {
        this.candidates = ListPlacement.sorted(candidates);
        this.words = this.candidates.stream().mapToLong(Draw::of).toArray();
    }

    /** The candidates; indices refer to this list. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /**
     * The first for a key, the owner first.
     *
     * @param count 1 to the number of candidates
     */
    public int[] first(Way way, long keyHash, int count) {
        long[] scores = new long[words.length];
        for (int i = 0; i < words.length; i++) {
            // As signed numbers in the order of the unsigned ones.
            scores[i] = Score.of(keyHash, words[i]) + Long.MIN_VALUE;
        }
        return switch (way) {
            case SORT -> sorted(scores, IntStream.range(0, scores.length), count);
            case HEAP -> heaped(scores, count);
            case SELECT -> {
                long least = select(scores.clone(), scores.length - count);
                yield sorted(scores, IntStream.range(0, scores.length).filter(i -> scores[i] >= least), count);
            }
        };
    }

    /** The smaller index first where scores are equal, as the protocol breaks ties. */
    private static int[] sorted(long[] scores, IntStream those, int count) {
        return those.boxed()
                .sorted((a, b) -> Long.compare(scores[b], scores[a]))
                .limit(count)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int[] heaped(long[] scores, int count) {
        PriorityQueue<Integer> best = new PriorityQueue<>(
                count, (a, b) -> scores[a] == scores[b] ? Integer.compare(b, a) : Long.compare(scores[a], scores[b]));
        for (int i = 0; i < scores.length; i++) {
            if (best.size() < count) {
                best.add(i);
            } else if (scores[i] > scores[best.element()]) {
                best.remove();
                best.add(i);
            }
        }
        int[] first = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            first[i] = best.remove();
        }
        return first;
    }

    /** What stands at this place once the numbers are sorted; moves them about. */
    private static long select(long[] numbers, int place) {
        int low = 0;
        int high = numbers.length - 1;
        while (low < high) {
            long pivot = numbers[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (numbers[i] < pivot) {
                    i++;
                }
                while (numbers[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    long swapped = numbers[i];
                    numbers[i++] = numbers[j];
                    numbers[j--] = swapped;
                }
            }
            if (place <= j) {
                high = j;
            } else if (place >= i) {
                low = i;
            } else {
                return numbers[place];
            }
        }
        return numbers[low];
    }

    /**
     * The owner by a prefilter that compares the upper bits of scores alone and takes the first of equals; another than {@link
     * #first}'s where the best two share these bits.
     *
     * @param bits 1 to 63
     */
    public int ownerByUpperBits(long keyHash, int bits) {
        int best = 0;
        long highest = -1;
        for (int i = 0; i < words.length; i++) {
            long upper = Score.of(keyHash, words[i]) >>> (Long.SIZE - bits);
            if (upper > highest) {
                highest = upper;
                best = i;
            }
        }
        return best;
    }
}
