package io.keystead.benchmarks;

/**
 * What one run of a case cost.
 *
 * @param nanos per call
 * @param bytes allocated per call
 */
record Measured(double nanos, double bytes) {}
