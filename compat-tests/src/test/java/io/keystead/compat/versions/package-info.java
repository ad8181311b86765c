/** The packaged jars beside old and new clients, as {@code docs/compatibility.md} tells. */
@NullMarked
package io.keystead.compat.versions;

import org.jspecify.annotations.NullMarked;
