/**
 * How the keyed state of a slotted operator stands in a checkpoint.
 *
 * <p>Shared by the operator, which writes and restores it, and the savepoint tools, which convert it. Knows handles and
 * offsets, and never opens a file of state.
 */
@NullMarked
package io.keystead.flink.state;

import org.jspecify.annotations.NullMarked;
