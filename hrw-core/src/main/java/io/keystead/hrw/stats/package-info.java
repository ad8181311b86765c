/**
 * What a change of topology cost and whether that is what theory says.
 *
 * <p>Counting and bounds only; this package must not know how owners are computed.
 */
@NullMarked
package io.keystead.hrw.stats;

import org.jspecify.annotations.NullMarked;
