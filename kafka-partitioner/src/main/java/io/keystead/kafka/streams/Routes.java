package io.keystead.kafka.streams;

import io.keystead.avro.AvroKeys;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * The routes of an application's topics, each made when it is first asked for.
 *
 * <p>A topic has one for each number of partitions that was seen, since threads learn of its growth one after the other.
 * Topics with equal topologies share one, unless their keys are Avro, so that a topic takes about 200 bytes; none is forgotten, as Streams keeps its
 * own metrics of each topic that it has written to. Thread-safe; a look-up allocates nothing and takes no lock.
 */
final class Routes {
    private final TopologyConfig config;
    private final ConcurrentMap<String, Sized> byTopic = new ConcurrentHashMap<>();
    private final ConcurrentMap<Topology, Route> byTopology = new ConcurrentHashMap<>();

    Routes(TopologyConfig config) {
        this.config = config;
    }

    /** A topic's route at one number of partitions, and those at others. */
    private static final class Sized {
        private final int partitions;
        private final Route route;
        private final @Nullable Sized others;

        Sized(int partitions, Route route, @Nullable Sized others) {
            this.partitions = partitions;
            this.route = route;
            this.others = others;
        }
    }

    /**
     * The route of a topic that has partitions 0 to {@code partitions} - 1.
     *
     * @throws InvalidConfigurationException if the topic lacks a partition that the configuration names, or has none
     */
    Route route(String topic, int partitions) {
        Route known = find(byTopic.get(topic), partitions);
        return known == null ? add(topic, partitions) : known;
    }

    private static @Nullable Route find(@Nullable Sized first, int partitions) {
        for (Sized sized = first; sized != null; sized = sized.others) {
            if (sized.partitions == partitions) {
                return sized.route;
            }
        }
        return null;
    }

    private Route add(String topic, int partitions) {
        Route route = shared(topology(topic, partitions), config.avroKeys(topic));
        byTopic.compute(
                topic, (name, known) -> find(known, partitions) == null ? new Sized(partitions, route, known) : known);
        return route;
    }

    /** Made outside of the map: it may take half a second, in which nobody should wait, and two of the same do no harm. */
    private Route shared(Topology topology, @Nullable AvroKeys avroKeys) {
        if (avroKeys != null) {
            // Equal topologies may read serialized keys in different ways; such topics are few.
            return make(topology, avroKeys);
        }
        Route known = byTopology.get(topology);
        if (known != null) {
            return known;
        }
        Route made = make(topology, null);
        Route other = byTopology.putIfAbsent(topology, made);
        return other == null ? made : other;
    }

    private Topology topology(String topic, int partitions) {
        Set<Integer> existing = IntStream.range(0, partitions).boxed().collect(Collectors.toUnmodifiableSet());
        try {
            return config.topology(topic, existing);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(e.getMessage(), e);
        }
    }

    private Route make(Topology topology, @Nullable AvroKeys avroKeys) {
        Placement placement = Placement.of(topology);
        boolean remembers = config.cacheEntries() > 0 && placement.isCostly();
        return new Route(remembers ? placement.cached(config.cacheEntries()) : placement, avroKeys);
    }
}
