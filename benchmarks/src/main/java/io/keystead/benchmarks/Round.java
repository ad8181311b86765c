package io.keystead.benchmarks;

import java.util.Map;

/** Every case measured once, one after the other, on one machine. Immutable. */
record Round(Map<Case, Measured> measured) {
    Round {
        measured = Map.copyOf(measured);
    }

    Measured of(Case one) {
        Measured found = measured.get(one);
        if (found == null) {
            throw new IllegalArgumentException("the round has not measured " + one);
        }
        return found;
    }
}
