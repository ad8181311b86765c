/** HrwStreams.keyBy beside Flink's own keyBy: what moves, and what records, checkpoints and restores cost. */
@NullMarked
package io.keystead.benchmarks.keyby;

import org.jspecify.annotations.NullMarked;
