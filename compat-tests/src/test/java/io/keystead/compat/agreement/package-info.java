/** Everybody who writes or reads keys by one plan, and where they say that each key belongs. */
@NullMarked
package io.keystead.compat.agreement;

import org.jspecify.annotations.NullMarked;
