package io.keystead.kafka.streams;

import io.keystead.kafka.topology.TopologyConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.kstream.SessionWindowedSerializer;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.kstream.TimeWindowedSerializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * Routes the records and the queries of one Kafka Streams application by rendezvous hashing: one line for each operator
 * that takes a partitioner.
 *
 * <pre>{@code
 * HrwStreams routing = HrwStreams.of(properties);
 * stream.repartition(routing.repartitioned(keySerde, valueSerde).withName("by-product"));
 * stream.to("counts", routing.produced(keySerde, valueSerde));
 * windows.toStream().to("windows", routing.producedWindowed(windowedSerde, keySerde, valueSerde));
 * orders.join(customers, Order::customer, joiner, routing.tableJoined(keySerde, customerKeySerde));
 * streams.queryMetadataForKey("counts-store", key, routing.partitioner(keySerde.serializer()));
 * }</pre>
 *
 * <p>Properties are those of the producer's partitioner, {@link TopologyConfig}, so that one set of them routes an
 * application's streams, its queries and its producers alike. A topic that Streams names itself goes by its full name,
 * the application's id included.
 *
 * <p>A serde is used as it is: configured by the caller, closed by nobody here, and called by all of the application's
 * threads at once, as Streams itself calls one that it is given; for one that cannot bear it there is {@link
 * #partitionerPerThread}. Thread-safe. Source: {@code StreamPartitioner}, KIP-837, KIP-775 and KIP-221.
 */
public final class HrwStreams {
    private static final String OURS = "keystead.";
    private static final String PRODUCER = "producer.";
    private static final String TASK_ASSIGNOR = "task.assignor.class";
    /** By its name: the class itself cannot be loaded before Streams 3.8. */
    private static final String OUR_TASK_ASSIGNOR = "io.keystead.kafka.streams.HrwTaskAssignor";

    private final Routes routes;

    private HrwStreams(Routes routes) {
        this.routes = routes;
    }

    /**
     * Reads the {@code keystead.*} properties of an application as Streams hands them to its producers: one after {@code
     * producer.} is used in favour of the same without. Those of {@link HrwTaskAssignor} are checked too, where it is named.
     *
     * @param properties all properties of the application, as {@code KafkaStreams} takes them; later changes have no
     *     effect
     * @throws ConfigException in one line that names the property, the value and what is allowed
     */
    public static HrwStreams of(Map<?, ?> properties) {
        Map<String, Object> ours = new HashMap<>();
        take(properties, OURS, ours);
        take(properties, PRODUCER + OURS, ours);
        refuseSpreading(ours.get(TopologyConfig.HOT_KEYS_FILE));
        checkTaskAssignor(properties);
        return new HrwStreams(new Routes(new TopologyConfig(ours)));
    }

    private static void take(Map<?, ?> properties, String prefix, Map<String, Object> ours) {
        properties.forEach((name, value) -> {
            if (name instanceof String && ((String) name).startsWith(prefix)) {
                ours.put(OURS + ((String) name).substring(prefix.length()), value);
            }
        });
    }

    /** Streams makes the assignor when an instance leads a rebalance: a bad property would be found on that day. */
    private static void checkTaskAssignor(Map<?, ?> properties) {
        Object named = properties.get(TASK_ASSIGNOR);
        String name = named instanceof Class ? ((Class<?>) named).getName() : String.valueOf(named);
        if (name.equals(OUR_TASK_ASSIGNOR)) {
            Map<String, Object> all = new HashMap<>();
            properties.forEach((property, value) -> all.put(String.valueOf(property), value));
            new HrwTaskAssignor().configure(all);
        }
    }

    private static void refuseSpreading(@Nullable Object file) {
        if (file != null && !file.toString().isBlank()) {
            throw new ConfigException(
                    TopologyConfig.HOT_KEYS_FILE,
                    file,
                    "spreads one key over several partitions, which would split its state; allowed in an application of"
                            + " Kafka Streams: not set");
        }
    }

    /**
     * A partitioner for whatever takes one that this class has no method for, and for {@code queryMetadataForKey}.
     *
     * @param serializer of the topic's keys, for a query those of the topic that the store is read from; thread-safe
     */
    public <K, V> HrwStreamPartitioner<K, V> partitioner(Serializer<K> serializer) {
        return new HrwStreamPartitioner<>(routes, key -> key, serializer::serialize);
    }

    /**
     * The same for a serializer that is not thread-safe.
     *
     * @param serializers makes one for each thread, configured; it is left to the garbage collector
     */
    public <K, V> HrwStreamPartitioner<K, V> partitionerPerThread(Supplier<? extends Serializer<K>> serializers) {
        ThreadLocal<Serializer<K>> own = ThreadLocal.withInitial(serializers);
        return new HrwStreamPartitioner<>(
                routes, key -> key, (topic, headers, key) -> own.get().serialize(topic, headers, key));
    }

    /**
     * A partitioner of windowed keys, time or session, by the key without its window, so that all windows of a key go
     * where the key goes.
     *
     * @param serializer of the keys in the windows; thread-safe
     */
    public <K, V> HrwStreamPartitioner<Windowed<K>, V> windowedPartitioner(Serializer<K> serializer) {
        return new HrwStreamPartitioner<>(
                routes,
                Windowed::key,
                (topic, headers, windowed) ->
                        windowed == null ? null : serializer.serialize(topic, headers, windowed.key()));
    }

    /**
     * For {@code to()} with plain keys.
     *
     * @throws IllegalArgumentException for a windowed serde of Streams, whose windows would each go elsewhere
     */
    public <K, V> Produced<K, V> produced(Serde<K> keys, Serde<V> values) {
        Serializer<K> serializer = keys.serializer();
        if (serializer instanceof TimeWindowedSerializer || serializer instanceof SessionWindowedSerializer) {
            throw new IllegalArgumentException("produced was given the windowed serde "
                    + keys.getClass().getName() + ", which would place each window apart; allowed: producedWindowed");
        }
        return Produced.with(keys, values, partitioner(serializer));
    }

    /**
     * For {@code to()} with windowed keys, time or session. Streams places these itself, by murmur2 of the key in the
     * window, whatever partitioner its producer has.
     *
     * @param windows of the whole keys
     * @param keys of the keys in the windows, the same as {@code windows} has inside
     */
    public <K, V> Produced<Windowed<K>, V> producedWindowed(
            Serde<Windowed<K>> windows, Serde<K> keys, Serde<V> values) {
        return Produced.with(windows, values, windowedPartitioner(keys.serializer()));
    }

    /** For {@code repartition()}; a windowed key is placed as a whole, as Streams does. */
    public <K, V> Repartitioned<K, V> repartitioned(Serde<K> keys, Serde<V> values) {
        return Repartitioned.with(keys, values).withStreamPartitioner(partitioner(keys.serializer()));
    }

    /**
     * For a foreign-key join: its subscriptions go where the right table's keys lie, and the answers where the left one's
     * do. Both tables' topics must be placed by the same properties; where the left one's is not, the join would lose
     * its answers, and {@code TableJoined.with(null, partitioner(foreignKeys.serializer()))} sends each back to the
     * partition that its subscription came from.
     *
     * @param keys of the left table's keys
     * @param foreignKeys of the right table's keys
     */
    public <K, F> TableJoined<K, F> tableJoined(Serde<K> keys, Serde<F> foreignKeys) {
        return TableJoined.with(partitioner(keys.serializer()), partitioner(foreignKeys.serializer()));
    }
}
