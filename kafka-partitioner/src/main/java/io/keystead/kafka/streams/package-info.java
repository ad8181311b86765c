/**
 * The plugins of Kafka Streams: which partition a record of an application goes to, where a key is asked for, and which
 * instance runs a task.
 *
 * <p>Users start from {@link io.keystead.kafka.streams.HrwStreams}. This package must not know the producer's
 * plugins, nor the consumer's besides their properties, and no other package knows it, so that an application without Kafka
 * Streams never loads it.
 */
@NullMarked
package io.keystead.kafka.streams;

import org.jspecify.annotations.NullMarked;
