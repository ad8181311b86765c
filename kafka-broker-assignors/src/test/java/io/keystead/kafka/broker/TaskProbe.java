package io.keystead.kafka.broker;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A Streams application that counts the records of each key, with its counts on disk, until it is killed: bootstrap
 * servers, application id, name of the instance, state directory, input topic, output topic. Every count is put out once.
 */
public final class TaskProbe {
    private TaskProbe() {}

    public static void main(String[] arguments) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(arguments[4])
                .groupByKey()
                .count()
                .toStream()
                .to(arguments[5], Produced.valueSerde(Serdes.Long()));
        Properties properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]),
                Map.entry(StreamsConfig.APPLICATION_ID_CONFIG, arguments[1]),
                Map.entry(StreamsConfig.CLIENT_ID_CONFIG, arguments[2]),
                Map.entry(StreamsConfig.STATE_DIR_CONFIG, arguments[3]),
                Map.entry(StreamsConfig.GROUP_PROTOCOL_CONFIG, GroupProtocol.STREAMS.name),
                Map.entry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2),
                Map.entry(StreamsConfig.producerPrefix("transaction.timeout.ms"), 5_000),
                Map.entry(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1),
                Map.entry(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class),
                Map.entry(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class),
                Map.entry(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest"),
                Map.entry(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0)));
        KafkaStreams streams = new KafkaStreams(builder.build(), properties);
        streams.setUncaughtExceptionHandler(failure -> {
            failure.printStackTrace();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
    }
}
