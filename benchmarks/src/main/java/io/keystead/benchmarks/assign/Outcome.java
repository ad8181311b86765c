package io.keystead.benchmarks.assign;

/**
 * What a change did, in parts of all partitions.
 *
 * @param moved how many were handed from one worker to another, each as often as it was
 * @param elsewhere how many have another worker afterwards than before
 * @param fewest the least that could have been handed over between even loads: what a worker that leaves had, and an even
 *     share, rounded down, of one that comes
 */
record Outcome(double moved, double elsewhere, double fewest) {}
