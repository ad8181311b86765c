/**
 * Partitions to the members of a consumer group by bounded balance: an assignor for Kafka's classic group protocol.
 *
 * <p>This package turns what members say of themselves into candidates, asks {@link io.keystead.hrw.balance} who owns
 * what, and keeps to the rules of the group protocol. It must not know producers, Streams or how an owner is computed.
 */
@NullMarked
package io.keystead.kafka.consumer;

import org.jspecify.annotations.NullMarked;
