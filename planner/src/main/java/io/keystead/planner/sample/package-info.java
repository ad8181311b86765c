/**
 * Samples of keys: what is counted of each key, where it comes from, and what of it could not be read.
 *
 * <p>Must not know any placement.
 */
@NullMarked
package io.keystead.planner.sample;

import org.jspecify.annotations.NullMarked;
