/**
 * The rescale proof: real jobs on a real cluster are stopped, killed and rescaled in the middle, and what they put out
 * must be, to the last result, what a plain program computes from the same events.
 *
 * <p>{@link io.keystead.flink.rescale.Events} are computed from their number, so a source can be replayed and an oracle
 * can read it too. {@link io.keystead.flink.rescale.Gate} decides how far the source may run. Each job of
 * {@link io.keystead.flink.rescale.Family} holds a family of operators; {@link io.keystead.flink.rescale.Ledger} keeps
 * their results in its state, so that it goes back in time with the job, and counts each result.
 * {@link io.keystead.flink.rescale.Whereabouts} checks, for every record, that the subtask which got it owns its key.
 *
 * <p>The classes here run unchanged on every supported line of Flink: they use only what all of them have.
 */
package io.keystead.flink.rescale;
