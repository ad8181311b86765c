/**
 * Flink's own keyed operators, run over slots that rendezvous hashing gives to subtasks.
 *
 * <p>A {@link SlottedOperator} runs the unmodified operator and changes two things around it: which state it restores, and
 * how its snapshot is labelled. {@link SlottedPartitioner} sends every record to the owner of its slot. Knows no
 * user-facing type; what differs between the lines of Flink is behind {@code io.keystead.flink.line}.
 */
@NullMarked
package io.keystead.flink.operator;

import org.jspecify.annotations.NullMarked;
