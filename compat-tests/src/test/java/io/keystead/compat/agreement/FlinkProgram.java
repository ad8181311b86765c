package io.keystead.compat.agreement;

import io.keystead.flink.sink.HrwKafkaSinkPartitioner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchemaBuilder;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A job that somebody might have: a source and sinks to Kafka, with Flink, its connector and the plugin's jar. */
public final class FlinkProgram {
    private FlinkProgram() {}

    /** Arguments: the bootstrap address, the file of keys, and {@link Job}s. */
    public static void main(String[] args) throws Exception {
        int records = KeyLines.read(Path.of(args[1])).size();
        Configuration configuration = new Configuration();
        // A job that fails is to fail, and not to write its records once more.
        configuration.setString("restart-strategy.type", "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        DataStream<Long> lines = environment.fromSequence(0, records - 1L);
        for (Job job : Job.parse(args, 2)) {
            Properties properties = new Properties();
            properties.putAll(job.properties());
            properties.setProperty("bootstrap.servers", args[0]);
            properties.setProperty("max.request.size", Integer.toString(4 << 20));
            properties.setProperty("batch.size", "2048");
            lines.sinkTo(sink(args[0], properties, job.topic(), args[1]));
        }
        environment.execute();
    }

    /** Its producer may have a partitioner itself; if not, the sink has one. */
    private static KafkaSink<Long> sink(String servers, Properties properties, String topic, String keys) {
        KafkaRecordSerializationSchemaBuilder<Long> schema = KafkaRecordSerializationSchema.<Long>builder()
                .setTopic(topic)
                .setKeySerializationSchema(new Key(keys))
                .setValueSerializationSchema(new Value());
        if (!properties.containsKey("partitioner.class")) {
            schema.setPartitioner(new HrwKafkaSinkPartitioner<Long>(properties));
        }
        return KafkaSink.<Long>builder()
                .setBootstrapServers(servers)
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(schema.build())
                .build();
    }

    /** The key of a line. */
    private static final class Key implements SerializationSchema<Long> {
        private static final long serialVersionUID = 1L;

        private final String file;
        private transient List<byte @Nullable []> keys = List.of();

        Key(String file) {
            this.file = file;
        }

        @Override
        public void open(InitializationContext context) {
            try {
                keys = KeyLines.read(Path.of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public byte @Nullable [] serialize(Long line) {
            return keys.get(line.intValue());
        }
    }

    /** The number of a line. */
    private static final class Value implements SerializationSchema<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] serialize(Long line) {
            return KeyLines.value(line.intValue());
        }
    }
}
