package io.keystead.planner.whatif;

import io.keystead.planner.placement.BoundedLoads;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;

/** A change by one scheme: its placements before and after. */
final class Transition {
    private final Scheme scheme;
    private final Scenario scenario;
    private final KeyPlacement before;
    private final KeyPlacement after;

    /** @throws IllegalArgumentException if the scheme cannot do it; the message says why */
    Transition(Scheme scheme, Scenario scenario) {
        this.scheme = scheme;
        this.scenario = scenario;
        this.before = build();
        this.after = change();
    }

    Scheme scheme() {
        return scheme;
    }

    KeyPlacement before() {
        return before;
    }

    KeyPlacement after() {
        return after;
    }

    /** Makes the placement before the change, from nothing. */
    KeyPlacement build() {
        return scheme.placeFor(scenario.before(), scenario.after());
    }

    /** Makes the placement after the change, from the one before. */
    KeyPlacement change() {
        return before.change(scenario.after());
    }

    /** Whether owners depend on the order in which keys come. */
    boolean inOrder() {
        return before instanceof BoundedLoads;
    }
}
