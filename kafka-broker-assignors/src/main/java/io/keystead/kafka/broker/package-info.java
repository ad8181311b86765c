/**
 * Assignors that run in the broker: {@link io.keystead.kafka.broker.HrwConsumerAssignor} for consumer groups (KIP-848), {@link
 * io.keystead.kafka.broker.HrwTaskAssignor} for Streams groups (KIP-1071).
 *
 * <p>It may use the rule and the coordinator's API; it must not know clients, and nothing else of the broker's.
 */
@NullMarked
package io.keystead.kafka.broker;

import org.jspecify.annotations.NullMarked;
