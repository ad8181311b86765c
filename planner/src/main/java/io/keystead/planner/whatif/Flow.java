package io.keystead.planner.whatif;

/**
 * What one candidate gave to another, in one unit.
 *
 * @param from the owner before
 * @param to the owner after
 * @param share the part of all
 */
public record Flow(String from, String to, double share) {}
