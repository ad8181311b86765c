/**
 * Assignors that run in the broker: consumer groups (KIP-848) and Streams groups (KIP-1071).
 *
 * <p>It may use the rule and the coordinator's API; it must not know clients.
 */
@NullMarked
package io.keystead.kafka.broker;

import org.jspecify.annotations.NullMarked;
