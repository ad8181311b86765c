package com.example.fleet;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a machine told last.
 *
 * @param state of the application's instance
 * @param lag of the copy of a state that is furthest behind, in records; -1 while not known
 * @param restored records that it had to read before tasks could go on
 * @param active the partitions whose tasks it runs
 * @param standby the partitions whose tasks it could take over
 * @param read the partitions that its consumer has
 */
record View(String state, long lag, long restored, Set<Integer> active, Set<Integer> standby, Set<Integer> read) {
    static final View NONE = new View("STARTING", -1, 0, Set.of(), Set.of(), Set.of());

    static View of(String line) {
        String[] words = line.split(" ", -1);
        return new View(
                words[1],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                numbers(words[4]),
                numbers(words[5]),
                numbers(words[6]));
    }

    private static Set<Integer> numbers(String list) {
        return Arrays.stream(list.split(",", -1))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether both have the same tasks and partitions. */
    boolean hasWhat(View other) {
        return active.equals(other.active) && standby.equals(other.standby) && read.equals(other.read);
    }
}
