package com.example.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.kafka.streams.HrwStreams;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What each customer's orders come to, in two steps, since those of a listed customer are in several partitions: each
 * partition adds up what it has, and who owns the customer adds up the partitions' sums.
 */
final class CustomerTotals {
    static final Serde<Parts> PARTS = text(Parts::text, Parts::parse);

    private static final Serde<String> CUSTOMER = Serdes.String();
    private static final Serde<Long> CENTS = text(cents -> Long.toString(cents), Long::valueOf);
    private static final Serde<Sum> SUM = text(Sum::text, Sum::parse);

    private CustomerTotals() {}

    /** @param partitions of the topic between the two steps */
    static Topology topology(HrwStreams routing, String orders, String totals, int partitions) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(orders, Consumed.with(CUSTOMER, CENTS))
                // First step, where the orders lie: as many sums of a customer as partitions that it is spread over.
                .groupByKey()
                .aggregate(
                        () -> Sum.NONE,
                        (customer, cents, sum) -> sum.plus(new Sum(1, cents)),
                        Materialized.<String, Sum, KeyValueStore<Bytes, byte[]>>as("sums")
                                .withKeySerde(CUSTOMER)
                                .withValueSerde(SUM))
                .toStream()
                .processValues(Partition::new)
                // Here no key is listed, so that all of a customer's sums go to one partition.
                .repartition(
                        routing.repartitioned(CUSTOMER, PARTS).withName("parts").withNumberOfPartitions(partitions))
                // Second step.
                .groupByKey(Grouped.with(CUSTOMER, PARTS))
                .aggregate(
                        () -> Parts.NONE,
                        (customer, part, parts) -> parts.with(part),
                        Materialized.<String, Parts, KeyValueStore<Bytes, byte[]>>as("merged")
                                .withKeySerde(CUSTOMER)
                                .withValueSerde(PARTS))
                .toStream()
                .to(totals, routing.produced(CUSTOMER, PARTS));
        return builder.build();
    }

    /** Says of a sum which partition's it is. */
    private static final class Partition extends ContextualFixedKeyProcessor<String, Sum, Parts> {
        @Override
        public void process(FixedKeyRecord<String, Sum> sum) {
            context().forward(sum.withValue(Parts.of(context().taskId().partition(), sum.value())));
        }
    }

    private static <T> Serde<T> text(Function<T, String> text, Function<String, T> parse) {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : text.apply(value).getBytes(UTF_8),
                (topic, bytes) -> bytes == null ? null : parse.apply(new String(bytes, UTF_8)));
    }
}
