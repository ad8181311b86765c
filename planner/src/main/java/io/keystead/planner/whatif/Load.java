package io.keystead.planner.whatif;

/**
 * What one candidate has before and after a change, in one unit; parts of all of it.
 *
 * @param candidate the id
 * @param before its part before, 0 if it was not there
 * @param after its part after, 0 if it is gone
 * @param fairBefore the part that its weight says, before
 * @param fairAfter the part that its weight says, after
 */
public record Load(String candidate, double before, double after, double fairBefore, double fairAfter) {}
