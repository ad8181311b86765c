/**
 * The commands {@code keystead plan} and {@code keystead compare}: what a change of candidates moves, told on the terminal, as
 * JSON, as CSV and as a page.
 *
 * <p>Must not know how a change is evaluated or a topic is read.
 */
@NullMarked
package io.keystead.cli.plan;

import org.jspecify.annotations.NullMarked;
