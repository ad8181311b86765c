/**
 * The algorithms that place keys on candidates, behind one interface, with what each of them promises.
 *
 * <p>{@link io.keystead.planner.placement.Algorithm} lists them by name and builds a {@link
 * io.keystead.planner.placement.KeyPlacement}; {@link io.keystead.planner.placement.Guarantee} is what can be promised.
 * They are here to be compared with the {@code hrw-v1} rule; no plugin loads them.
 *
 * <p>Pure computation: no input or output, no clock, no logging, no threads, no Kafka and no Flink.
 */
@NullMarked
package io.keystead.planner.placement;

import org.jspecify.annotations.NullMarked;
