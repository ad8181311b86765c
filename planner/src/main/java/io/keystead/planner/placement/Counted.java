package io.keystead.planner.placement;

/**
 * What a look-up found and the steps that it took, in one word: so that the steps that are told are those of the very loop
 * that finds the owner, without an object for each look-up.
 */
final class Counted {
    private Counted() {}

    /** Both, each 0 or above. */
    static long of(int result, int steps) {
        return (long) steps << Integer.SIZE | result;
    }

    static int result(long counted) {
        return (int) counted;
    }

    static int steps(long counted) {
        return (int) (counted >>> Integer.SIZE);
    }
}
