/**
 * The commands {@code keystead plan} and {@code keystead compare}: what a change of candidates moves, told on the terminal, as
 * JSON, as CSV and as a page.
 *
 * <p>What tells a report must not know Kafka, nor where keys come from.
 */
@NullMarked
package io.keystead.cli.plan;

import org.jspecify.annotations.NullMarked;
