/**
 * The {@code hrw-v1} rule: which candidate owns a key, and who is next.
 *
 * <p>Five types are enough to begin with. A {@link io.keystead.hrw.Topology} says who the {@link
 * io.keystead.hrw.Candidate candidates} are and how they contend; a {@link io.keystead.hrw.Placement} made from it
 * answers: the owner of a key, its ranking as {@link io.keystead.hrw.Bid bids}, or a {@link io.keystead.hrw.Selection
 * selection} of several candidates.
 *
 * <p>The others are what those are made of: a candidate's {@link io.keystead.hrw.CandidateState state}, a topology's
 * {@link io.keystead.hrw.hash.KeyHash hash}, {@link io.keystead.hrw.Base base} and {@link io.keystead.hrw.Constraint
 * constraints}, and the {@link io.keystead.hrw.Score score} that a bid is.
 *
 * <p>Pure computation: no input or output, no clock, no logging, no threads, no Kafka and no Flink. It decides who
 * owns; it does not copy data, publish membership or order writes.
 */
@NullMarked
package io.keystead.hrw;

import org.jspecify.annotations.NullMarked;
