package io.keystead.planner.whatif;

import java.util.List;

/**
 * What a change does by one algorithm, in one unit.
 *
 * @param adoption what moves when the algorithm replaces today's placement, before any change
 * @param moved what moves by the change
 * @param loads each candidate of either side
 * @param before how even they are before
 * @param after how even they are after
 * @param flows who gives how much to whom, largest first; the largest {@value #MOST_FLOWS} where there are more, none where
 *     there are more than {@value #MOST_WITH_FLOWS} candidates
 * @param largestReceiver which part of what moved went to the candidate that got most of it; 0 where nothing moved
 */
public record UnitReport(
        Moved adoption,
        Moved moved,
        List<Load> loads,
        Spread before,
        Spread after,
        List<Flow> flows,
        double largestReceiver) {
    /** How many flows are kept. */
    public static final int MOST_FLOWS = 10_000;

    /** Of how many candidates on both sides together flows are known: there are as many as their square. */
    public static final int MOST_WITH_FLOWS = 1 << 10;

    /** The lists are copied. */
    public UnitReport {
        loads = List.copyOf(loads);
        flows = List.copyOf(flows);
    }

    /** Whether flows are known; they are not where candidates are too many and something moved. */
    public boolean hasFlows() {
        return !flows.isEmpty() || moved.all() == 0;
    }
}
