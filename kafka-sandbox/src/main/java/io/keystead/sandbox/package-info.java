/**
 * A real Apache Kafka cluster inside this JVM, for demonstrations, tutorials and tests.
 *
 * <p>This package knows how to start, stop and clean up brokers; it knows nothing of keys, partitions or owners.
 * Kafka logs through slf4j; which backend is on the class path, if any, is the caller's choice.
 */
@NullMarked
package io.keystead.sandbox;

import org.jspecify.annotations.NullMarked;
