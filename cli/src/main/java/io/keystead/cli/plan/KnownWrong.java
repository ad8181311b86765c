package io.keystead.cli.plan;

import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.whatif.WhatIf;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The algorithms that are there to be compared with and not to be taken, and why. */
final class KnownWrong {
    private static final Map<String, String> REASONS = reasons();

    private KnownWrong() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put(Algorithm.DRUID.toString(), "its loads are uneven");
        reasons.put(Algorithm.CARP.toString(), "a change of one weight moves keys between the others");
        return reasons;
    }

    /** The name, with a star where it is one of them. */
    static String marked(String name) {
        return REASONS.containsKey(name) ? name + " *" : name;
    }

    /** What the star says; empty where there is none. */
    static Optional<String> note(WhatIf whatIf) {
        String those = REASONS.entrySet().stream()
                .filter(wrong -> Reports.named(whatIf, wrong.getKey()).isPresent())
                .map(wrong -> wrong.getKey() + " (" + wrong.getValue() + ")")
                .collect(Collectors.joining(", "));
        return those.isEmpty() ? Optional.empty() : Optional.of("* known to be wrong, to compare with: " + those);
    }
}
