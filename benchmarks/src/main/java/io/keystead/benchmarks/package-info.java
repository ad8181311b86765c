/**
 * What a look-up and a new topology cost, beside peers in the same run, and the limits that the project sets itself.
 *
 * <p>{@code *Benchmark} classes are measured by JMH in forked JVMs; {@link io.keystead.benchmarks.BenchmarkRun} runs
 * them in rounds and compares within a round, because the speed of a machine drifts. The judging knows nothing of JMH.
 */
@NullMarked
package io.keystead.benchmarks;

import org.jspecify.annotations.NullMarked;
