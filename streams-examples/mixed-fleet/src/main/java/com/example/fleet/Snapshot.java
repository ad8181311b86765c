package com.example.fleet;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * What all machines told last, at one moment.
 *
 * @param views by the machines' names
 */
record Snapshot(Map<String, View> views) {
    /** Whether all runs, every copy of a state has caught up, and everything is somewhere once. */
    boolean isWhole() {
        return views.values().stream()
                        .allMatch(view -> view.state().equals("RUNNING")
                                && view.lag() >= 0
                                && view.lag() <= FleetApp.ACCEPTABLE_LAG)
                && sum(view -> view.active().size()) == FleetApp.PARTITIONS
                && tasks().size() == FleetApp.PARTITIONS
                && sum(view -> view.standby().size()) == FleetApp.PARTITIONS
                && sum(view -> view.read().size()) == FleetApp.PARTITIONS;
    }

    private int sum(ToIntFunction<View> count) {
        return views.values().stream().mapToInt(count).sum();
    }

    /** Whether the same machines have the same. */
    boolean isAs(Snapshot other) {
        return views.keySet().equals(other.views.keySet())
                && views.entrySet().stream().allMatch(view -> view.getValue().hasWhat(other.views.get(view.getKey())));
    }

    /** The machine that runs each task, where one does. */
    Map<Integer, String> tasks() {
        return machines(view -> view.state().equals("RUNNING") ? view.active() : Set.of());
    }

    /** The machine that could take over each task. */
    Map<Integer, String> standbys() {
        return machines(View::standby);
    }

    /** The machine whose consumer has each partition. */
    Map<Integer, String> reads() {
        return machines(View::read);
    }

    private Map<Integer, String> machines(Function<View, Set<Integer>> numbers) {
        Map<Integer, String> machines = new TreeMap<>();
        views.forEach((machine, view) -> numbers.apply(view).forEach(number -> machines.put(number, machine)));
        return machines;
    }

    /** How many records were read by all before tasks could go on. */
    long restored() {
        return views.values().stream().mapToLong(View::restored).sum();
    }
}
