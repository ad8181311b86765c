/**
 * What Keystead's operators need of Flink's internals, where the lines of Flink differ.
 *
 * <p>Everything here is Flink's own vocabulary: this package knows nothing of slots, owners or rendezvous hashing. One
 * artifact for each line implements {@link FlinkLine}; a program loads the one that belongs to its Flink.
 */
@NullMarked
package io.keystead.flink.line;

import org.jspecify.annotations.NullMarked;
