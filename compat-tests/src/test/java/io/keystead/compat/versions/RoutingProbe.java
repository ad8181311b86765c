package io.keystead.compat.versions;

import io.keystead.kafka.streams.HrwStreams;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.state.Stores;

/**
 * A program that somebody might have: an application with the plugin's jar and one version of Kafka Streams, nothing
 * else; its stores are in memory, which needs neither RocksDB nor Jackson.
 *
 * <p>Turns topic {@code ID-in} around, value becomes key, and counts into {@code ID-out} and, by windows, {@code
 * ID-windows}. Prints of each of the values {@code value-0} and so on the partition that is asked for its count.
 */
final class RoutingProbe {
    private RoutingProbe() {}

    /** Arguments: the bootstrap address, the application's id, a directory, how many values. */
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", args[0]);
        properties.put("application.id", args[1]);
        properties.put("state.dir", args[2]);
        properties.put("application.server", "here:1");
        properties.put("num.stream.threads", "2");
        properties.put("auto.offset.reset", "earliest");
        properties.put("commit.interval.ms", "100");
        properties.put("producer.keystead.topic." + args[1] + "-out.partitions", "0-5");
        HrwStreams routing = HrwStreams.of(properties);
        KafkaStreams streams = new KafkaStreams(topology(args[1], routing), properties);
        streams.setUncaughtExceptionHandler(failure -> {
            failure.printStackTrace();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
        try {
            Serializer<String> serializer = Serdes.String().serializer();
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                String value = "value-" + i;
                KeyQueryMetadata owner = streams.queryMetadataForKey("counts", value, routing.partitioner(serializer));
                while (owner.equals(KeyQueryMetadata.NOT_AVAILABLE)
                        || owner.activeHost().port() != 1) {
                    TimeUnit.MILLISECONDS.sleep(100);
                    owner = streams.queryMetadataForKey("counts", value, routing.partitioner(serializer));
                }
                System.out.println(value + "=" + owner.partition());
            }
            System.out.println("asked");
            while (System.in.read() >= 0) {
                // Until the test has what it wants.
            }
        } finally {
            streams.close(Duration.ofSeconds(20));
        }
    }

    private static Topology topology(String name, HrwStreams routing) {
        StreamsBuilder builder = new StreamsBuilder();
        Serde<String> text = Serdes.String();
        KGroupedStream<String, String> byValue = builder.stream(name + "-in", Consumed.with(text, text))
                .selectKey((key, value) -> value)
                .repartition(routing.repartitioned(text, text).withName("by-value"))
                .groupByKey();
        byValue.count(Materialized.as(Stores.inMemoryKeyValueStore("counts")))
                .toStream()
                .to(name + "-out", routing.produced(text, Serdes.Long()));
        Duration size = Duration.ofMinutes(1);
        byValue.windowedBy(TimeWindows.ofSizeWithNoGrace(size))
                .count(Materialized.as(Stores.inMemoryWindowStore("windows", Duration.ofHours(1), size, false)))
                .toStream()
                .to(
                        name + "-windows",
                        routing.producedWindowed(
                                WindowedSerdes.timeWindowedSerdeFrom(String.class, size.toMillis()),
                                text,
                                Serdes.Long()));
        return builder.build();
    }
}
