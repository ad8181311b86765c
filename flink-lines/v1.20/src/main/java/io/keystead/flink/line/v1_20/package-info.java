/** Flink 1.20's internals. Knows nothing of slots, owners or rendezvous hashing. */
@NullMarked
package io.keystead.flink.line.v1_20;

import org.jspecify.annotations.NullMarked;
