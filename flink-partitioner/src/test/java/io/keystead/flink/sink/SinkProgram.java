package io.keystead.flink.sink;

import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchemaBuilder;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A job that writes numbers, for any line of Flink and any of its connectors. */
final class SinkProgram {
    private SinkProgram() {}

    /**
     * Runs the job to its end.
     *
     * @param args topic, delivery guarantee, number of records, and properties as name=value
     */
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        for (int i = 3; i < args.length; i++) {
            String[] property = args[i].split("=", 2);
            properties.setProperty(property[0], property[1]);
        }
        Configuration configuration = new Configuration();
        for (Map.Entry<String, String> setting : Map.of(
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.attempts", "3",
                        "restart-strategy.fixed-delay.delay", "10 ms")
                .entrySet()) {
            configuration.setString(setting.getKey(), setting.getValue());
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        environment.enableCheckpointing(300);
        environment
                .fromSequence(0, Long.parseLong(args[2]) - 1)
                .map(new Slowly())
                .sinkTo(sink(args[0], DeliveryGuarantee.valueOf(args[1]), properties));
        environment.execute();
    }

    private static KafkaSink<Long> sink(String topic, DeliveryGuarantee guarantee, Properties properties) {
        KafkaRecordSerializationSchemaBuilder<Long> schema = KafkaRecordSerializationSchema.<Long>builder()
                .setTopic(topic)
                .setKeySerializationSchema(new KeyedNumbers.TextKey())
                .setValueSerializationSchema(new KeyedNumbers.Value());
        if (!properties.containsKey("partitioner.class")) {
            schema.setPartitioner(new HrwKafkaSinkPartitioner<Long>(properties));
        }
        return KafkaSink.<Long>builder()
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix(topic)
                .setRecordSerializer(schema.build())
                .build();
    }

    /** About two thousand records a second. */
    private static final class Slowly implements MapFunction<Long, Long> {
        @Override
        public Long map(Long number) throws InterruptedException {
            if (number % 10 == 0) {
                Thread.sleep(5);
            }
            return number;
        }
    }
}
