/**
 * The producer's plugin: which partition a record goes to.
 *
 * <p>Users name one class, {@link io.keystead.kafka.producer.HrwPartitioner}, or on clients from 4.1 on {@link
 * io.keystead.kafka.producer.MonitorableHrwPartitioner}, in {@code partitioner.class}; and to tell their records apart, {@link
 * io.keystead.kafka.producer.ClientIdHeader} in {@code interceptor.classes}. This package must not know
 * consumers, Streams or Flink.
 */
@NullMarked
package io.keystead.kafka.producer;

import org.jspecify.annotations.NullMarked;
