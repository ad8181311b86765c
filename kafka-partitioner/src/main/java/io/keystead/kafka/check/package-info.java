/**
 * Whether a record lies in the partition that its key owns under a {@link io.keystead.hrw.Topology}: the reader's side of
 * the rule.
 *
 * <p>This package knows keys, partitions and topologies. It must not know Kafka's clients: whoever has a record, from a
 * consumer, a file or a connector, can ask.
 */
@NullMarked
package io.keystead.kafka.check;

import org.jspecify.annotations.NullMarked;
