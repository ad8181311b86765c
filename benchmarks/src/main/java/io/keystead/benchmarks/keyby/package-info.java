/**
 * HrwStreams.keyBy beside Flink's own keyBy: what a rescale moves, and what records, checkpoints, restores and empty slots
 * cost.
 *
 * <p>Jobs of both kinds run on clusters of Flink in this JVM, in turn, and times are compared within a pair of them. It
 * knows the plugin as a user does, the rule and the reader of savepoints included, and nothing of JMH.
 */
@NullMarked
package io.keystead.benchmarks.keyby;

import org.jspecify.annotations.NullMarked;
