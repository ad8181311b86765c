package io.keystead.planner.whatif;

/**
 * Which part of something (keys, bytes or records) changed owner, and why; parts of all of it, 0 to 1.
 *
 * @param toNew onto a candidate that was not there before
 * @param fromOld off a candidate that is gone, onto one that was there
 * @param toWeight onto a candidate whose weight grew, or off one whose weight shrank, between candidates that are in both sets
 * @param needless between candidates that are in both sets, without such a reason
 * @param sigma one standard deviation of the sum, where the sample is a part of its source or only a part of the sample was
 *     looked at; 0 where all keys were
 */
public record Moved(double toNew, double fromOld, double toWeight, double needless, double sigma) {
    /** All that moved. */
    public double all() {
        return toNew + fromOld + toWeight + needless;
    }
}
