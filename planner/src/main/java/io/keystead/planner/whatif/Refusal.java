package io.keystead.planner.whatif;

/**
 * An algorithm that cannot do the change.
 *
 * @param name the algorithm
 * @param reason why, in one line
 */
public record Refusal(String name, String reason) {}
