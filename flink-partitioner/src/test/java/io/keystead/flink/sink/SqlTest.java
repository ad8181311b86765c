package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Base;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.producer.HrwPartitioner;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose rows are written where a producer would write them. */
class SqlTest {
    private static final int ROWS = 5_000;
    private static final int PARTITIONS = 7;

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

    private static void insert(String topic, String connector, String options) throws Exception {
        both.topics().create(topic, PARTITIONS, 1);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(2);
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        tables.executeSql("CREATE TABLE numbers (i BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '" + ROWS
                + "', 'fields.i.kind' = 'sequence', 'fields.i.start' = '1', 'fields.i.end' = '" + ROWS + "')");
        boolean upsert = connector.equals("upsert-kafka");
        tables.executeSql(
                "CREATE TABLE orders (id STRING, amount BIGINT" + (upsert ? ", PRIMARY KEY (id) NOT ENFORCED" : "")
                        + ") WITH ('connector' = '" + connector + "', 'topic' = '" + topic
                        + "', 'properties.bootstrap.servers' = '"
                        + both.properties(Map.of()).getProperty("bootstrap.servers") + "', 'key.format' = 'raw',"
                        + (upsert ? "" : " 'key.fields' = 'id',") + " 'value.format' = 'json'" + options + ")");
        StreamStatementSet statements = tables.createStatementSet();
        // Grouped, so that the planner sees one row a key, as upserts need.
        statements.addInsertSql("INSERT INTO orders SELECT id, " + (upsert ? "SUM(i)" : "i")
                + " FROM (SELECT 'order-' || CAST(i AS STRING) AS id, i" + " FROM numbers)"
                + (upsert ? " GROUP BY id" : ""));
        statements.attachAsDataStream();
        both.run(environment);
    }

    private static void assertRight(String topic, Topology topology) {
        HrwPartitionCheck check = HrwPartitionCheck.of(topology);
        List<ConsumerRecord<byte[], byte[]>> records = both.read(topic);
        assertThat(records)
                .hasSize(ROWS)
                .allSatisfy(record -> assertThat(check.check(record.key(), record.partition()))
                        .isEqualTo(Verdict.RIGHT));
        assertThat(records.stream()
                        .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                        .collect(Collectors.toSet()))
                .hasSize(ROWS)
                .contains("order-1", "order-" + ROWS);
    }

    private static Topology adopted(int base) {
        return Topology.builder()
                .base(Base.murmur2(base))
                .candidates(Topology.ofPartitions(PARTITIONS).candidates())
                .build();
    }

    @Test
    void theSinkSPartitionerTakesItsPropertiesFromTheClassPath() throws Exception {
        Files.write(
                directory.resolve(SinkFile.NAME),
                List.of(
                        "bootstrap.servers=" + both.properties(Map.of()).getProperty("bootstrap.servers"),
                        "keystead.topic.by-class.base=murmur2/4"));
        inClassPath(
                directory,
                () -> insert(
                        "by-class",
                        "kafka",
                        ", 'sink.partitioner' = '" + HrwKafkaSinkPartitioner.class.getName() + "'"));

        assertRight("by-class", adopted(4));
    }

    @Test
    void withoutTheFileTheStatementIsRefused() {
        assertThatThrownBy(() -> insert(
                        "no-file", "kafka", ", 'sink.partitioner' = '" + HrwKafkaSinkPartitioner.class.getName() + "'"))
                .hasStackTraceContaining(
                        "Missing keystead-sink.properties on the class path: a sink that is named by its class"
                                + " has no other properties; allowed: such a file, in a jar of the job or of Flink's lib folder,"
                                + " with bootstrap.servers and the keystead.* properties");
    }

    @Test
    void theProducerSPartitionerTakesItsPropertiesFromTheTable() throws Exception {
        insert(
                "by-properties",
                "kafka",
                ", 'properties.partitioner.class' = '" + HrwPartitioner.class.getName()
                        + "', 'properties.keystead.base' = 'murmur2/3'");

        assertRight("by-properties", adopted(3));
    }

    @Test
    void upsertKafkaHasNoPartitionerOfItsOwnAndTakesTheProducerS() throws Exception {
        assertThatThrownBy(() -> insert(
                        "refused-upserts",
                        "upsert-kafka",
                        ", 'sink.partitioner' = '" + HrwKafkaSinkPartitioner.class.getName() + "'"))
                .hasStackTraceContaining("Unsupported options:")
                .hasStackTraceContaining("sink.partitioner");

        insert(
                "upserts",
                "upsert-kafka",
                ", 'properties.partitioner.class' = '" + HrwPartitioner.class.getName() + "'");
        assertRight("upserts", Topology.ofPartitions(PARTITIONS));
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void inClassPath(Path folder, Action action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
