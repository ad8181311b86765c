/**
 * {@code keystead flink}: savepoints of Flink jobs, converted and measured.
 *
 * <p>Reads options and writes texts; what a savepoint is, {@code io.keystead.flink.savepoint} knows. No class of Flink is
 * loaded before one of these commands runs.
 */
@NullMarked
package io.keystead.cli.flink;

import org.jspecify.annotations.NullMarked;
