/**
 * What an assignor moves, how even it is and how long it takes, beside Kafka's own in the same run.
 *
 * <p>A group is simulated: every assignor is told by its real interface what a real group would tell it, rebalance by
 * rebalance, and nothing else. It knows nothing of JMH.
 */
@NullMarked
package io.keystead.benchmarks.assign;

import org.jspecify.annotations.NullMarked;
