package io.keystead.planner.placement;

/**
 * What an algorithm costs as the number of candidates grows, as its papers say it, with default parameters.
 *
 * <p>n is the number of candidates, W the sum of weights, V the tokens of a candidate, P the probes, M the slots, rows or
 * partitions of a table, A the buckets or places, f and m the branches and the leaf of a tree.
 *
 * @param lookup steps for the owner of a key whose hash is known, see {@link KeyPlacement#steps}
 * @param memory what look-ups read
 * @param build to make a placement from nothing
 * @param change to get from one to the next, as systems do it; here most are made anew
 */
public record Complexity(String lookup, String memory, String build, String change) {
    private static final Complexity NUMBER = new Complexity("1", "0", "0", "0");
    private static final Complexity SCORES = new Complexity("n", "n", "n", "1");

    /** Of an algorithm. */
    public static Complexity of(Algorithm algorithm) {
        return switch (algorithm) {
            case MODULO, HASH_THRESHOLD, KEY_GROUPS -> NUMBER;
            case RING -> new Complexity("log nV", "nV", "nV log nV", "V log nV");
            case HRW, PERMUTATION, DRUID -> SCORES;
            case HRW_MULTIPLICITY -> new Complexity("W", "W", "W", "1");
            case HRW_SLOTS, TWO_LEVEL -> new Complexity("1", "M", "Mn", "M");
            case GLB -> new Complexity("1", "M", "Mn", "Mn");
            case HRW_SKELETON -> new Complexity("f log n + m", "n", "n", "log n");
            case CARP -> new Complexity("n", "n", "n log n", "n log n");
            case JUMP -> new Complexity("ln n", "0", "0", "0");
            case JUMP_BACK -> NUMBER;
            case MULTI_PROBE -> new Complexity("P log n", "n", "n log n", "log n");
            case MAGLEV -> new Complexity("1", "M", "M log M", "M log M");
            case ANCHOR -> new Complexity("(1 + ln(A/W))^2", "A", "A", "1");
            case DX -> new Complexity("A/W", "A", "A", "1");
            case BOUNDED_RING -> new Complexity("log nV + skipped", "nV", "nV log nV", "V log nV");
            case BOUNDED_JUMPS -> new Complexity("A/W + skipped", "A", "A", "1");
            case BOUNDED_HRW -> new Complexity("n + skipped", "n", "n", "1");
        };
    }
}
