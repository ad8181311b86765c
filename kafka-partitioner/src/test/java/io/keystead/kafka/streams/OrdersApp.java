package io.keystead.kafka.streams;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;

/**
 * An application with everything that can be routed: orders, {@code customer|product} by order, are counted by product,
 * also in minutes and sessions, and joined with their customers.
 */
final class OrdersApp {
    static final Serde<String> TEXT = Serdes.String();
    static final Serde<Long> NUMBER = Serdes.Long();
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Serde<Windowed<String>> MINUTES =
            WindowedSerdes.timeWindowedSerdeFrom(String.class, MINUTE.toMillis());
    static final Serde<Windowed<String>> SESSIONS = WindowedSerdes.sessionWindowedSerdeFrom(String.class);
    private static final Duration GRACE = Duration.ofHours(12);

    private OrdersApp() {}

    static String customer(String order) {
        return order.substring(0, order.indexOf('|'));
    }

    static String product(String order) {
        return order.substring(order.indexOf('|') + 1);
    }

    static String enriched(String order, String customer) {
        return order + "|" + customer;
    }

    /** The example of docs/streams.md. */
    static Topology routed(HrwStreams routing) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> orders =
                builder.table("orders", Consumed.with(TEXT, TEXT), Materialized.as("orders-store"));
        KTable<String, String> customers =
                builder.table("customers", Consumed.with(TEXT, TEXT), Materialized.as("customers-store"));

        KGroupedStream<String, String> byProduct = orders.toStream()
                .selectKey((id, order) -> product(order))
                .repartition(
                        routing.repartitioned(TEXT, TEXT).withName("by-product").withNumberOfPartitions(5))
                .groupByKey();
        byProduct.count(Materialized.as("product-counts")).toStream().to("counts", routing.produced(TEXT, NUMBER));
        byProduct
                .windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
                .count(Materialized.as("minute-counts"))
                .toStream()
                .to("minutes", routing.producedWindowed(MINUTES, TEXT, NUMBER));
        byProduct
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(MINUTE, GRACE))
                .count(Materialized.as("session-counts"))
                .toStream()
                .to("sessions", routing.producedWindowed(SESSIONS, TEXT, NUMBER));
        orders.join(
                        customers,
                        OrdersApp::customer,
                        OrdersApp::enriched,
                        routing.tableJoined(TEXT, TEXT).withName("customer"),
                        Materialized.as("enriched-store"))
                .toStream()
                .to("enriched", routing.produced(TEXT, TEXT));
        return builder.build();
    }

    /** The query of docs/streams.md. */
    static KeyQueryMetadata ownerOf(KafkaStreams streams, HrwStreams routing, String store, String key) {
        return streams.queryMetadataForKey(store, key, routing.partitioner(TEXT.serializer()));
    }

    /** The same before anybody thought of routing: Kafka's own partitioner everywhere. */
    static Topology plain() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> orders =
                builder.table("orders", Consumed.with(TEXT, TEXT), Materialized.as("orders-store"));
        KTable<String, String> customers =
                builder.table("customers", Consumed.with(TEXT, TEXT), Materialized.as("customers-store"));

        KGroupedStream<String, String> byProduct = orders.toStream()
                .selectKey((id, order) -> product(order))
                .repartition(
                        Repartitioned.with(TEXT, TEXT).withName("by-product").withNumberOfPartitions(5))
                .groupByKey();
        byProduct.count(Materialized.as("product-counts")).toStream().to("counts", Produced.with(TEXT, NUMBER));
        byProduct
                .windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
                .count(Materialized.as("minute-counts"))
                .toStream()
                .to("minutes", Produced.with(MINUTES, NUMBER));
        byProduct
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(MINUTE, GRACE))
                .count(Materialized.as("session-counts"))
                .toStream()
                .to("sessions", Produced.with(SESSIONS, NUMBER));
        orders.join(
                        customers,
                        OrdersApp::customer,
                        OrdersApp::enriched,
                        TableJoined.<String, String>as("customer"),
                        Materialized.as("enriched-store"))
                .toStream()
                .to("enriched", Produced.with(TEXT, TEXT));
        return builder.build();
    }
}
