/**
 * Flink's Kafka sink: the partition of a record is the one that a Java producer with Keystead's partitioner gives it.
 *
 * <p>Loadable only where Flink's Kafka connector and {@code kafka-partitioner} are; no other package may use this one.
 * It must not know keyed state: where a record's key has its subtask does not matter here.
 */
@NullMarked
package io.keystead.flink.sink;

import org.jspecify.annotations.NullMarked;
