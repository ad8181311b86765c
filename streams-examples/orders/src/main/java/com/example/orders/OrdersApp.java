package com.example.orders;

import io.keystead.kafka.streams.HrwStreams;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The application: orders are counted by product, their cents summed by product and minute, and each is joined with its
 * payment, which lacks what the bank kept.
 */
final class OrdersApp {
    static final String ID = "example-orders-app";
    static final int PARTITIONS = 6;

    static final String ORDERS = "example-orders-orders";
    static final String PAYMENTS = "example-orders-payments";
    static final String COUNTS = "example-orders-counts";
    static final String SUMS = "example-orders-sums";
    static final String FEES = "example-orders-fees";
    static final List<String> TOPICS = List.of(ORDERS, PAYMENTS, COUNTS, SUMS, FEES);

    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Serde<GenericRecord> KEYS = new AvroSerde(Schemas.ORDER_KEY);
    static final Serde<Windowed<String>> MINUTES =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, MINUTE.toMillis());

    private static final Serde<GenericRecord> ORDER = new AvroSerde(Schemas.ORDER);
    private static final Serde<GenericRecord> PAYMENT = new AvroSerde(Schemas.PAYMENT);
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<Long> NUMBER = Serdes.Long();

    private OrdersApp() {}

    static Topology topology(HrwStreams routing) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<GenericRecord, GenericRecord> orders =
                builder.table(ORDERS, Consumed.with(KEYS, ORDER), Materialized.as("orders"));
        KTable<GenericRecord, GenericRecord> payments =
                builder.table(PAYMENTS, Consumed.with(KEYS, PAYMENT), Materialized.as("payments"));

        // Finds a pair only if both are on partitions of one number, whatever schemas their keys were written with.
        orders.join(payments, (order, payment) -> cents(order) - cents(payment))
                .toStream()
                .to(FEES, routing.produced(KEYS, NUMBER));

        KGroupedStream<String, Long> byProduct = orders.toStream()
                .map((key, order) -> new KeyValue<>(order.get("product").toString(), cents(order)))
                .repartition(routing.repartitioned(TEXT, NUMBER)
                        .withName("by-product")
                        .withNumberOfPartitions(PARTITIONS))
                .groupByKey();
        byProduct.count(Materialized.as("counts")).toStream().to(COUNTS, routing.produced(TEXT, NUMBER));
        byProduct
                .windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, Duration.ofHours(1)))
                .reduce(Long::sum, Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("sums"))
                .toStream()
                .to(SUMS, routing.producedWindowed(MINUTES, TEXT, NUMBER));
        return builder.build();
    }

    private static long cents(GenericRecord record) {
        return (Long) record.get("cents");
    }

    /** What every program has among its properties that writes orders, payments or fees. */
    static Map<String, String> keys() {
        Map<String, String> keys = new TreeMap<>();
        for (String topic : List.of(ORDERS, PAYMENTS, FEES)) {
            keys.put("keystead.topic." + topic + ".key.encoding", "avro-canonical");
            keys.put("keystead.topic." + topic + ".key.schema", Schemas.ORDER_KEY.toString());
        }
        return keys;
    }

    /** The properties of one instance. */
    static Properties properties(String bootstrapServers, String name, String stateDirectory) {
        Properties all = new Properties();
        all.putAll(keys());
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, ID);
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory);
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        all.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.LongSerde.class);

        // Every order goes on at once, and not with others when a cache is written: without exactly once the kill would
        // show.
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);

        // Where tasks run, and that a standby is ready where each would go.
        all.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, "io.keystead.kafka.streams.HrwTaskAssignor");
        all.put(StreamsConfig.CLIENT_TAG_PREFIX + "keystead.member.id", name);
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);

        // So that a dead instance is missed soon, and its last transaction given up.
        all.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        all.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 1000);
        all.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 6000);
        return all;
    }

    /** The stores of each group of tasks, by the number before the underscore in a task's name. */
    static Map<Integer, Set<String>> stores(Topology topology) {
        Map<Integer, Set<String>> stores = new TreeMap<>();
        for (TopologyDescription.Subtopology part : topology.describe().subtopologies()) {
            Set<String> names = new TreeSet<>();
            for (TopologyDescription.Node node : part.nodes()) {
                if (node instanceof TopologyDescription.Processor processor) {
                    names.addAll(processor.stores());
                }
            }
            stores.put(part.id(), names);
        }
        return stores;
    }
}
