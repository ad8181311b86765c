/**
 * Which subtask owns each slot of a keyed stream. A slot is one of Flink's key groups.
 *
 * <p>Knows the rule and nothing of Flink: streams, operators and savepoints all ask here, so that they agree.
 */
@NullMarked
package io.keystead.flink.slots;

import org.jspecify.annotations.NullMarked;
