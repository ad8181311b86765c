/**
 * The command {@code keystead}: options, texts and exit codes around the rule.
 *
 * <p>The only place of the project that prints. Each command is thin: it reads options, calls what knows the answer, and
 * writes data to standard output and everything else to standard error.
 */
@NullMarked
package io.keystead.cli;

import org.jspecify.annotations.NullMarked;
