package io.keystead.flink.rescale;

import io.keystead.flink.HrwStreams;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Reads a topic, runs {@link RunningChains} by key, and writes another topic in transactions. */
record KafkaJob(String bootstrapServers, String in, String out) {
    /** The job's graph at one parallelism of the keyed operator and of the sink. */
    JobGraph at(int parallelism) {
        Configuration configuration = new Configuration();
        configuration.setString("execution.checkpointing.interval", "200ms");
        configuration.setString("restart-strategy.type", "fixed-delay");
        configuration.setString("restart-strategy.fixed-delay.attempts", "100");
        configuration.setString("restart-strategy.fixed-delay.delay", "10ms");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(Job.FEW_SLOTS);
        KafkaSource<Tuple2<String, Long>> source = KafkaSource.<Tuple2<String, Long>>builder()
                .setBootstrapServers(bootstrapServers)
                .setTopics(in)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new Values())
                .build();
        KafkaSink<Tuple2<String, String>> sink = KafkaSink.<Tuple2<String, String>>builder()
                .setBootstrapServers(bootstrapServers)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix("rescale")
                .setProperty("transaction.timeout.ms", "60000")
                .setRecordSerializer(new Results(out))
                .build();
        HrwStreams.keyBy(
                        environment
                                .fromSource(source, WatermarkStrategy.noWatermarks(), "in")
                                .setParallelism(2)
                                .uid("in"),
                        value -> value.f0,
                        Types.STRING)
                .process(new RunningChains(), Types.TUPLE(Types.STRING, Types.STRING))
                .uid(RunningChains.NAME)
                .name(RunningChains.NAME)
                .sinkTo(sink)
                .uid("out");
        return environment.getStreamGraph().getJobGraph();
    }

    private static final class Values implements KafkaRecordDeserializationSchema<Tuple2<String, Long>> {
        private static final long serialVersionUID = 1;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> entry, Collector<Tuple2<String, Long>> out)
                throws IOException {
            out.collect(Tuple2.of(
                    new String(entry.key(), StandardCharsets.UTF_8),
                    Long.valueOf(new String(entry.value(), StandardCharsets.UTF_8))));
        }

        @Override
        public TypeInformation<Tuple2<String, Long>> getProducedType() {
            return Types.TUPLE(Types.STRING, Types.LONG);
        }
    }

    private static final class Results implements KafkaRecordSerializationSchema<Tuple2<String, String>> {
        private static final long serialVersionUID = 1;

        private final String topic;

        Results(String topic) {
            this.topic = topic;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                Tuple2<String, String> result, KafkaSinkContext context, Long timestamp) {
            return new ProducerRecord<>(
                    topic, result.f0.getBytes(StandardCharsets.UTF_8), result.f1.getBytes(StandardCharsets.UTF_8));
        }
    }
}
