package io.keystead.cli.demo;

import java.util.List;

/**
 * What the demonstration found.
 *
 * @param growth from how many partitions to how many
 * @param keys the keys that were written
 * @param factor by how much the values were scaled down
 * @param outcomes one for each scheme, in the order of {@link Scheme}
 * @param sigmas how many standard deviations the bounds allow
 * @param checks everything that should hold
 */
record Report(Growth growth, KeySet keys, long factor, List<Outcome> outcomes, double sigmas, List<Check> checks) {
    boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }

    List<Check> broken() {
        return checks.stream().filter(check -> !check.holds()).toList();
    }

    Outcome outcome(Scheme scheme) {
        return outcomes.stream()
                .filter(outcome -> outcome.scheme() == scheme)
                .findFirst()
                .orElseThrow();
    }
}
