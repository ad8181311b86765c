package io.keystead.cli.plan;

import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.WhatIf;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Marks the algorithms that are there to be compared with and not to be taken. */
final class KnownWrong {
    private KnownWrong() {}

    /** The name, with a star where it is one of them. */
    static String marked(AlgorithmReport report) {
        boolean wrong = Reports.algorithm(report).knownWrong().isPresent();
        return wrong ? report.name() + " *" : report.name();
    }

    /** What the star says; empty where there is none. */
    static Optional<String> note(WhatIf whatIf) {
        String those = Arrays.stream(Algorithm.values())
                .filter(algorithm -> Reports.named(whatIf, algorithm.toString()).isPresent())
                .flatMap(algorithm -> algorithm.knownWrong().map(why -> algorithm + " (" + why + ")").stream())
                .collect(Collectors.joining(", "));
        return those.isEmpty() ? Optional.empty() : Optional.of("* known to be wrong, to compare with: " + those);
    }
}
