package com.example.quarkus.streams;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/** Counts the records of the topic quarkus-streams by the reverse of their keys, in the topic quarkus_counts. */
@ApplicationScoped
public class Counts {
    @Produces
    public Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("quarkus-streams", Consumed.with(Serdes.String(), Serdes.String()))
                .groupBy(
                        (key, value) -> new StringBuilder(key).reverse().toString(),
                        Grouped.with("reversed", Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .to("quarkus_counts", Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
