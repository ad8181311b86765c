/**
 * {@code keystead verify}: reads a topic and tells which records do not lie where their keys belong.
 *
 * <p>Reading from Kafka, counting, finding what the disagreements have in common and printing are apart; only {@link
 * io.keystead.cli.verify.Verifier} and the command know Kafka.
 */
@NullMarked
package io.keystead.cli.verify;

import org.jspecify.annotations.NullMarked;
