/**
 * From bytes to words: the key hashes that {@code hrw-v1} allows, the mixer that makes a score, and Kafka's own hash.
 *
 * <p>This package knows bytes and words only. It must not know candidates, topologies or Kafka.
 */
@NullMarked
package io.keystead.hrw.hash;

import org.jspecify.annotations.NullMarked;
