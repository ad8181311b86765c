package com.example.cache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A group of consumers with one way of assigning partitions. */
final class ConsumerGroup implements AutoCloseable {
    static final String VIEWS = "example-cache-product-views";
    static final int PARTITIONS = 24;

    private final String bootstrapServers;
    private final String id;
    private final Map<String, String> properties;
    private final List<CachingConsumer> members = new ArrayList<>();

    ConsumerGroup(String bootstrapServers, String id, Map<String, String> properties) {
        this.bootstrapServers = bootstrapServers;
        this.id = id;
        this.properties = properties;
    }

    void addMember() {
        members.add(new CachingConsumer(bootstrapServers, id, "member-" + members.size(), properties));
    }

    /** Which partitions each member has. */
    List<Set<Integer>> assignment() {
        return members.stream().map(CachingConsumer::partitions).collect(Collectors.toList());
    }

    /** Whether each partition has one member, and each member a partition. */
    static boolean isWhole(List<Set<Integer>> assignment) {
        Set<Integer> all = new HashSet<>();
        assignment.forEach(all::addAll);
        return all.size() == PARTITIONS
                && assignment.stream().mapToInt(Set::size).sum() == PARTITIONS
                && assignment.stream().noneMatch(Set::isEmpty);
    }

    void count() {
        caches().forEach(ProductCache::count);
    }

    HitRate hitRate() {
        return HitRate.of(caches());
    }

    private List<ProductCache> caches() {
        return members.stream().map(CachingConsumer::cache).collect(Collectors.toList());
    }

    @Override
    public void close() {
        members.parallelStream().forEach(CachingConsumer::close);
    }
}
