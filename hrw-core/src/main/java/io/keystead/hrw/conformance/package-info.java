/**
 * Whether an implementation computes what {@code hrw-v1} says: golden vectors, compared step by step.
 *
 * <p>It takes vectors that are decoded already, as maps, lists, strings and numbers. It must not know files or JSON.
 */
@NullMarked
package io.keystead.hrw.conformance;

import org.jspecify.annotations.NullMarked;
