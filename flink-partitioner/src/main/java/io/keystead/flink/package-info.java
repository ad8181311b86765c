/**
 * Flink jobs whose keys keep their subtask when the job is rescaled.
 */
@NullMarked
package io.keystead.flink;

import org.jspecify.annotations.NullMarked;
