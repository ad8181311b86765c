/**
 * A partitioner for {@code DataStream.partitionCustom} that sends a key to the subtask whose number is the key's partition
 * in a Kafka topic.
 *
 * <p>{@code partitionCustom} gives a plain stream: no keyed state and no timers, and Flink takes no unaligned checkpoints
 * across that exchange. What the subtasks hold for their keys is not moved when the job is rescaled. For state that goes
 * with its key there is {@code keyBy} of {@code io.keystead.flink.HrwStreams}, whose slots are Flink's key groups and do
 * <i>not</i> correspond with Kafka's partitions.
 *
 * <p>Knows the rule of {@code hrw-v1} and how keys become bytes, and nothing of Kafka's classes, of state or of
 * savepoints.
 */
@NullMarked
package io.keystead.flink.partition;

import org.jspecify.annotations.NullMarked;
