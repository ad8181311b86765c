/**
 * {@code keystead shadow}: follows a topic while it is written and tells which records, bytes and keys a change of its
 * partitions would send elsewhere.
 *
 * <p>Counting and telling know nothing of Kafka; only {@link io.keystead.cli.shadow.Follower} and the command do.
 */
@NullMarked
package io.keystead.cli.shadow;

import org.jspecify.annotations.NullMarked;
