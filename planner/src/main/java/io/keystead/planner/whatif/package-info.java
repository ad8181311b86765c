/**
 * What a change of candidates costs on a sample of keys, by each algorithm, and which algorithm fits.
 *
 * <p>{@link io.keystead.planner.whatif.Scenario} is the change, {@link io.keystead.planner.whatif.Evaluation} works it out, and
 * {@link io.keystead.planner.whatif.WhatIf} is what came of it.
 * Must not know where keys come from or how reports are shown.
 */
@NullMarked
package io.keystead.planner.whatif;

import org.jspecify.annotations.NullMarked;
