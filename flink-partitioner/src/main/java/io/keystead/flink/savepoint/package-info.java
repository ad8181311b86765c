/**
 * Savepoints at rest: what an operator's keyed state takes by slot, what a rescale would move, and the conversion between
 * Flink's own keyed state and slotted state.
 *
 * <p>Works on the description of a savepoint, its file {@code _metadata}; the files with the state are never read, except
 * to copy them. Knows nothing of running jobs, and prints nothing.
 */
@NullMarked
package io.keystead.flink.savepoint;

import org.jspecify.annotations.NullMarked;
