package io.keystead.planner.whatif;

import io.keystead.planner.sample.SampleSummary;
import java.util.List;

/**
 * What a change costs, by each algorithm.
 *
 * @param scenario the change
 * @param sample on what keys
 * @param today the placement that the keys have today, by name: {@code modulo}
 * @param algorithms those that can do it, in the order in which they were asked for
 * @param refusals those that cannot
 * @param verdict which fits
 */
public record WhatIf(
        Scenario scenario,
        SampleSummary sample,
        String today,
        List<AlgorithmReport> algorithms,
        List<Refusal> refusals,
        Verdict verdict) {
    /** The lists are copied. */
    public WhatIf {
        algorithms = List.copyOf(algorithms);
        refusals = List.copyOf(refusals);
    }
}
