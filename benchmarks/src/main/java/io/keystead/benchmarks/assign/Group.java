package io.keystead.benchmarks.assign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A group's size: so many partitions of so many topics with the same subscribers, and so many workers in three racks.
 *
 * @param number tells groups of one size apart: topics and workers have other names in each
 */
record Group(int partitions, int workers, int number) {
    /** Beyond it the partitions are shared out among several topics. */
    private static final int TOPIC = 500;

    private static final int RACKS = 3;

    /** The number of partitions of each topic. */
    Map<String, Integer> topics() {
        int topics = (partitions + TOPIC - 1) / TOPIC;
        Map<String, Integer> sizes = new TreeMap<>();
        for (int topic = 0; topic < topics; topic++) {
            int size = partitions / topics + (topic < partitions % topics ? 1 : 0);
            sizes.put("topic-" + number + "-" + topic, size);
        }
        return sizes;
    }

    /** The workers' names, in the order in which they join. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            names.add(name(worker));
        }
        return names;
    }

    /** One more worker. */
    String newcomer() {
        return name(workers);
    }

    /** The workers of one rack. */
    List<String> rack() {
        List<String> names = new ArrayList<>();
        for (int worker = 0; worker < workers; worker += RACKS) {
            names.add(name(worker));
        }
        return names;
    }

    private String name(int worker) {
        return "worker-" + number + "-" + worker;
    }
}
