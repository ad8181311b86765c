package io.keystead.cli.demo;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** From how many partitions a topic grows to how many. */
record Growth(int from, int to) {
    /** The share of the keys that has to move so that the new partitions get theirs: all that HRW moves. */
    double leastMoved() {
        return (double) (to - from) / to;
    }

    /** The share of the keys that a remainder moves: all but min(n, m) of lcm(n, m) hashes have two remainders. */
    double movedByRemainder() {
        return 1 - (double) from / lcm();
    }

    Set<String> before() {
        return ids(from);
    }

    Set<String> after() {
        return ids(to);
    }

    private static Set<String> ids(int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(Integer::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private long lcm() {
        long a = from;
        long b = to;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return (long) from * to / a;
    }
}
