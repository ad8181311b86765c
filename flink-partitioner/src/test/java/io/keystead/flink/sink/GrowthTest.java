package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.producer.HrwPartitioner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchemaBuilder;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topic grows from 4 to 5 partitions while a job writes to it. */
class GrowthTest {
    private static final int RECORDS = 12_000;
    private static final int A_SECOND = 2_000;
    private static final int MAX_AGE_MILLIS = 500;
    private static final HrwPartitionCheck OF_4 = HrwPartitionCheck.of(Topology.ofPartitions(4));
    private static final HrwPartitionCheck OF_5 = HrwPartitionCheck.of(Topology.ofPartitions(5));

    @TempDir
    private static Path directory;

    private static KafkaAndFlink both;

    @BeforeAll
    static void start() throws Exception {
        both = new KafkaAndFlink(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        both.close();
    }

    /** When the topic certainly had 4 partitions still, and when certainly 5, in milliseconds. */
    private record Growth(long began, long ended) {}

    private static Growth grow(String topic) throws Exception {
        // Until the sink is well under way.
        both.awaitEnd(topic, RECORDS / 6);
        long began = System.currentTimeMillis();
        both.topics().grow(topic, 5);
        return new Growth(began, System.currentTimeMillis());
    }

    @Test
    void refreshedRecordsGoByTheNewPartitionsWithinTheAgeOfMetadata() throws Exception {
        both.topics().create("refreshed", 4, 1);
        JobID job = both.submit(job("refreshed", partitioned("refreshed", Map.of()), Map.of()));
        Growth growth = grow("refreshed");
        both.awaitFinished(job);

        List<Written> written = both.readNumbers("refreshed");
        assertThat(numbers(written)).isEqualTo(allNumbers());
        assertThat(written).allMatch(either(OF_4, OF_5));
        assertThat(written.stream().filter(record -> record.madeAt() < growth.began()))
                .hasSizeGreaterThan(RECORDS / 100)
                .allMatch(right(OF_4));
        assertThat(written.stream().filter(record -> record.madeAt() > growth.ended() + MAX_AGE_MILLIS))
                .hasSizeGreaterThan(RECORDS / 100)
                .allMatch(right(OF_5));
    }

    @Test
    void theProducerSPartitionerInsideTheSinkFollowsGrowthToo() throws Exception {
        both.topics().create("by-the-producer", 4, 1);
        JobID job = both.submit(job(
                "by-the-producer",
                schema("by-the-producer"),
                Map.of(
                        "partitioner.class",
                        HrwPartitioner.class.getName(),
                        "metadata.max.age.ms",
                        String.valueOf(MAX_AGE_MILLIS))));
        grow("by-the-producer");
        both.awaitFinished(job);

        List<Written> written = both.readNumbers("by-the-producer");
        assertThat(numbers(written)).isEqualTo(allNumbers());
        assertThat(written).allMatch(either(OF_4, OF_5));
        // How soon is the producer's business; by the end it must.
        assertThat(written.stream().filter(record -> record.number() > RECORDS * 0.95))
                .allMatch(right(OF_5));
    }

    @Test
    void aJobThatIsToFailSaysSoInOneLineAndHasPlacedNothingByTheNewPartitions() throws Exception {
        both.topics().create("failed", 4, 1);
        JobID job =
                both.submit(job("failed", partitioned("failed", Map.of("keystead.sink.on.growth", "fail")), Map.of()));
        Growth growth = grow("failed");

        assertThat(both.rootOfFailure(job).getMessage())
                .endsWith(
                        "topic failed has grown from 4 to 5 partitions; keystead.sink.on.growth=fail: the job fails here,"
                                + " and restarted it places records by all 5; allowed: refresh, fail")
                .hasLineCount(1);
        assertThat(both.readNumbers("failed"))
                .allMatch(right(OF_4))
                .allMatch(record -> record.madeAt() <= growth.ended() + MAX_AGE_MILLIS);
    }

    @Test
    void pinnedPartitionsDoNotGrow() throws Exception {
        both.topics().create("pinned", 4, 1);
        JobID job = both.submit(job(
                "pinned",
                partitioned("pinned", Map.of("keystead.sink.on.growth", "fail", "keystead.partitions", "0-3")),
                Map.of()));
        grow("pinned");
        both.awaitFinished(job);

        assertThat(both.readNumbers("pinned")).hasSize(RECORDS).allMatch(right(OF_4));
    }

    private static KafkaRecordSerializationSchemaBuilder<Long> schema(String topic) {
        return KafkaRecordSerializationSchema.<Long>builder()
                .setTopic(topic)
                .setKeySerializationSchema(new KeyedNumbers.TextKey())
                .setValueSerializationSchema(new KeyedNumbers.Value());
    }

    private static KafkaRecordSerializationSchemaBuilder<Long> partitioned(String topic, Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(more);
        properties.put("metadata.max.age.ms", String.valueOf(MAX_AGE_MILLIS));
        return schema(topic).setPartitioner(new HrwKafkaSinkPartitioner<>(both.properties(properties)));
    }

    private static StreamExecutionEnvironment job(
            String topic, KafkaRecordSerializationSchemaBuilder<Long> schema, Map<String, String> producer) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(2);
        environment
                .fromSource(
                        new DataGeneratorSource<>(
                                (GeneratorFunction<Long, Long>) number -> number,
                                RECORDS,
                                RateLimiterStrategy.perSecond(A_SECOND),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        topic)
                .sinkTo(KafkaSink.<Long>builder()
                        .setKafkaProducerConfig(both.properties(producer))
                        .setRecordSerializer(schema.build())
                        .build());
        return environment;
    }

    private static Predicate<Written> right(HrwPartitionCheck check) {
        return record -> {
            byte[] key = KeyedNumbers.text(record.number());
            return check.owner(key, 0, key.length) == record.partition();
        };
    }

    private static Predicate<Written> either(HrwPartitionCheck before, HrwPartitionCheck after) {
        return right(before).or(right(after));
    }

    private static List<Long> numbers(List<Written> written) {
        return written.stream().map(Written::number).sorted().toList();
    }

    private static List<Long> allNumbers() {
        return LongStream.range(0, RECORDS).boxed().toList();
    }
}
