/** Each example in a process, on a real broker. */
@NullMarked
package io.keystead.examples;

import org.jspecify.annotations.NullMarked;
