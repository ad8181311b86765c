/**
 * The plugins of Kafka Streams: which partition a record of an application goes to, and where a key is asked for.
 *
 * <p>Users start from {@link io.keystead.kafka.streams.HrwStreams}. This package must not know the producer's or the
 * consumer's plugins, and no other package knows it, so that an application without Kafka Streams never loads it.
 */
@NullMarked
package io.keystead.kafka.streams;

import org.jspecify.annotations.NullMarked;
