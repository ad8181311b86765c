/**
 * From a client's configuration to a topic's {@link io.keystead.hrw.Topology}, the same way in every plugin.
 *
 * <p>This package knows Kafka's configuration classes only. It must not know producers, consumers, Streams or Flink.
 */
@NullMarked
package io.keystead.kafka.topology;

import org.jspecify.annotations.NullMarked;
