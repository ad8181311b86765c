package io.keystead.cli.plan;

import io.keystead.hrw.Candidate;
import io.keystead.planner.whatif.Flow;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Scenario;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Why keys move, in the order in which it is told; the names are those of {@link Moved}'s parts. */
enum Reason {
    TO_NEW("to new", "to-new"),
    FROM_OLD("from old", "from-old"),
    TO_WEIGHT("by weight", "to-weight"),
    NEEDLESS("needless", "needless");

    private final String label;
    private final String style;

    Reason(String label, String style) {
        this.label = label;
        this.style = style;
    }

    /** In words. */
    String label() {
        return label;
    }

    /** The class of its marks in a page. */
    String style() {
        return style;
    }

    /** The part that moves for this reason. */
    double of(Moved moved) {
        return switch (this) {
            case TO_NEW -> moved.toNew();
            case FROM_OLD -> moved.fromOld();
            case TO_WEIGHT -> moved.toWeight();
            case NEEDLESS -> moved.needless();
        };
    }

    /** Tells the reasons of a scenario's flows, by the rule of {@link Moved}. */
    static final class Teller {
        private final Set<String> added;
        private final Set<String> retired;
        /** By which factor the weights of those change that are on both sides. */
        private final Map<String, Double> growth = new HashMap<>();

        Teller(Scenario scenario) {
            added = scenario.added();
            retired = scenario.retired();
            for (Candidate candidate : scenario.after()) {
                growth.put(candidate.id(), candidate.weight());
            }
            for (Candidate candidate : scenario.before()) {
                growth.merge(candidate.id(), 1 / candidate.weight(), (after, part) -> after * part);
            }
        }

        Reason of(Flow flow) {
            if (added.contains(flow.to())) {
                return TO_NEW;
            }
            if (retired.contains(flow.from())) {
                return FROM_OLD;
            }
            return Moved.isByWeight(growth.getOrDefault(flow.from(), 1.0), growth.getOrDefault(flow.to(), 1.0))
                    ? TO_WEIGHT
                    : NEEDLESS;
        }
    }
}
