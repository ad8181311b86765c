/**
 * Reads topics for the commands: from a start to an end, or on and on, each record once.
 *
 * <p>It only ever reads: it joins no group, commits nothing and creates nothing.
 */
@NullMarked
package io.keystead.cli.topic;

import org.jspecify.annotations.NullMarked;
