package com.example.hotkey;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the partitions of a topic have of one customer: one sum of each, the latest.
 *
 * @param byPartition not modifiable
 */
record Parts(SortedMap<Integer, Sum> byPartition) {
    static final Parts NONE = new Parts(new TreeMap<>());

    static Parts of(int partition, Sum sum) {
        return new Parts(new TreeMap<>(Map.of(partition, sum)));
    }

    /** A later sum of a partition takes the place of an earlier one, so that nothing is counted twice. */
    Parts with(Parts later) {
        SortedMap<Integer, Sum> merged = new TreeMap<>(byPartition);
        merged.putAll(later.byPartition);
        return new Parts(merged);
    }

    Sum total() {
        return byPartition.values().stream().reduce(Sum.NONE, Sum::plus);
    }

    /** As it stands in a record. */
    String text() {
        return byPartition.entrySet().stream()
                .map(part -> part.getKey() + ":" + part.getValue().text())
                .collect(Collectors.joining(","));
    }

    static Parts parse(String text) {
        return new Parts(Arrays.stream(text.split(",", -1))
                .map(part -> part.split(":", -1))
                .collect(Collectors.toMap(
                        part -> Integer.valueOf(part[0]), part -> Sum.parse(part[1]), Sum::plus, TreeMap::new)));
    }
}
