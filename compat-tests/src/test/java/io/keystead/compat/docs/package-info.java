/**
 * What a reader is shown is what happens: every command of README.md and of docs/ is run, every link leads somewhere, and
 * every picture is drawn again.
 */
@NullMarked
package io.keystead.compat.docs;

import org.jspecify.annotations.NullMarked;
