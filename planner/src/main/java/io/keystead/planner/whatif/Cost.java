package io.keystead.planner.whatif;

/**
 * What an algorithm costs, measured in this run on this machine: compare it with others of the same run only.
 *
 * @param lookupNanos nanoseconds for the owner of a key whose hash is known, after the change
 * @param steps how many steps that takes in the mean, the same on every machine; see {@link
 *     io.keystead.planner.placement.KeyPlacement#steps}
 * @param memoryBytes bytes that look-ups read
 * @param buildNanos nanoseconds to make the placement before the change from nothing
 * @param changeNanos nanoseconds to get from it to the placement after the change
 */
public record Cost(double lookupNanos, double steps, long memoryBytes, double buildNanos, double changeNanos) {}
