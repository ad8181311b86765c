package io.keystead.benchmarks.assign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What happens to a settled group. */
enum Change {
    JOIN("one joins") {
        @Override
        List<List<String>> steps(Group group) {
            List<String> alive = group.names();
            alive.add(group.newcomer());
            return List.of(alive);
        }
    },
    LEAVE("one leaves") {
        @Override
        List<List<String>> steps(Group group) {
            return List.of(without(group, group.names().subList(1, 2)));
        }
    },
    ROLLING_RESTART("rolling restart") {
        @Override
        List<List<String>> steps(Group group) {
            List<List<String>> steps = new ArrayList<>();
            for (String worker : group.names()) {
                steps.add(without(group, List.of(worker)));
                steps.add(group.names());
            }
            return steps;
        }
    },
    FULL_RESTART("full restart") {
        @Override
        List<List<String>> steps(Group group) {
            // They do not come back in the order in which they came first.
            List<String> alive = group.names();
            Collections.shuffle(alive, new Random(group.number()));
            return List.of(List.of(), alive);
        }
    },
    RACK_LOSS("a rack of three goes and returns") {
        @Override
        List<List<String>> steps(Group group) {
            return List.of(without(group, group.rack()), group.names());
        }
    };

    private final String label;

    Change(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Whether the same workers are there afterwards as before. */
    boolean returns() {
        return this != JOIN && this != LEAVE;
    }

    /** Who is alive, rebalance by rebalance; nobody: the group is empty for a while, and nothing is rebalanced. */
    abstract List<List<String>> steps(Group group);

    private static List<String> without(Group group, List<String> gone) {
        List<String> alive = group.names();
        alive.removeAll(gone);
        return alive;
    }
}
