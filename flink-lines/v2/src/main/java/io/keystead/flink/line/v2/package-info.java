/** Flink 2's internals. Knows nothing of slots, owners or rendezvous hashing. */
@NullMarked
package io.keystead.flink.line.v2;

import org.jspecify.annotations.NullMarked;
