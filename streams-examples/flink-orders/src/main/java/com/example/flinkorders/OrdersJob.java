package com.example.flinkorders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.flink.HrwStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The job: reads orders, keeps a total for each, and writes every total exactly once. */
final class OrdersJob {
    private final String bootstrapServers;
    private final String orders;
    private final String totals;
    private final Path directory;

    /**
     * @param orders the topic to read
     * @param totals the topic to write
     * @param directory for checkpoints and savepoints
     */
    OrdersJob(String bootstrapServers, String orders, String totals, Path directory) {
        this.bootstrapServers = bootstrapServers;
        this.orders = orders;
        this.totals = totals;
        this.directory = directory;
    }

    /** Starts it on a cluster of its own in this JVM. */
    RunningJob start(int parallelism, Optional<String> savepoint) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
        // What goes wrong is to end the example.
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
        savepoint.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        // The one line that differs from a job with Flink's own keyBy.
        HrwStreams.keyBy(
                        environment
                                .fromSource(source(), WatermarkStrategy.noWatermarks(), "orders")
                                .uid("orders"),
                        Order::id)
                .process(new RunningTotals())
                .uid("totals")
                .name("totals")
                .sinkTo(sink())
                .uid("sink");
        return new RunningJob(environment.executeAsync("orders"));
    }

    private KafkaSource<Order> source() {
        return KafkaSource.<Order>builder()
                .setBootstrapServers(bootstrapServers)
                .setTopics(orders)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new OrderRecords())
                .build();
    }

    private KafkaSink<Total> sink() {
        Properties properties = new Properties();
        properties.putAll(OrderFeed.PLACEMENT);
        properties.setProperty("transaction.timeout.ms", "60000");
        return KafkaSink.<Total>builder()
                .setBootstrapServers(bootstrapServers)
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(totals)
                .setRecordSerializer(new TotalRecords(totals))
                .build();
    }

    private static final class OrderRecords implements KafkaRecordDeserializationSchema<Order> {
        private static final long serialVersionUID = 1;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> entry, Collector<Order> out) {
            out.collect(new Order(OrderKeys.id(entry.key()), Long.parseLong(new String(entry.value(), UTF_8))));
        }

        @Override
        public TypeInformation<Order> getProducedType() {
            return TypeInformation.of(Order.class);
        }
    }

    private static final class TotalRecords implements KafkaRecordSerializationSchema<Total> {
        private static final long serialVersionUID = 1;

        private final String topic;

        TotalRecords(String topic) {
            this.topic = topic;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(Total total, KafkaSinkContext context, Long timestamp) {
            return new ProducerRecord<>(
                    topic, OrderKeys.bytes(total.id()), total.text().getBytes(UTF_8));
        }
    }
}
