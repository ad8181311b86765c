/**
 * Canonical Avro keys: the same bytes for the same logical key, whatever schema its writer had and under whatever id a
 * registry knows that schema.
 *
 * <p>{@link io.keystead.avro.AvroKeys} is the only way in. No type of Avro stands in a public signature, and none is loaded
 * before {@link io.keystead.avro.AvroKeys#of} is called, so that a plugin may use this package where Avro is absent. It
 * must not know Kafka, Flink, partitions or topologies.
 */
@NullMarked
package io.keystead.avro;

import org.jspecify.annotations.NullMarked;
