package io.keystead.planner.whatif;

/**
 * Which part of something (keys, bytes or records) changed owner, and why; parts of all of it, 0 to 1.
 *
 * @param toNew onto a candidate that was not there before
 * @param fromOld off a candidate that is gone, onto one that was there
 * @param toWeight between candidates that are in both sets, onto the one whose weight grew by the larger factor: where all
 *     weights are doubled nothing has to move
 * @param needless between candidates that are in both sets, without such a reason
 * @param sigma one standard deviation of the sum, where the sample is a part of its source or only a part of the sample was
 *     looked at; 0 where all keys were
 */
public record Moved(double toNew, double fromOld, double toWeight, double needless, double sigma) {
    private static final double ROUNDING = 1e-9;

    /**
     * Whether weights are the reason for what moves between two candidates that are in both sets.
     *
     * @param giver by which factor the weight of the one changes that gives
     * @param receiver by which factor the weight of the one changes that gets; more only if by more than a rounding error
     */
    public static boolean isByWeight(double giver, double receiver) {
        return receiver > giver * (1 + ROUNDING);
    }

    /**
     * What moved beyond what must: movement between candidates that stay, and more onto new ones or off old ones than makes
     * loads fair. Of equal loads by chance it is a standard deviation or two of the share.
     *
     * @param least {@link Scenario#leastMoved()}
     */
    public double above(double least) {
        return Math.max(0, all() - least);
    }

    /** All that moved. */
    public double all() {
        return toNew + fromOld + toWeight + needless;
    }
}
