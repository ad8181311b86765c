package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assignor of tasks in a broker of this JVM, the instances in JVMs of their own. */
class StreamsGroupTest {
    private static final int TASKS = 6;
    private static final int KEYS = 60;

    @Test
    void whenAnInstanceIsKilledItsTasksGoOnAtTheirStandbyAndCountRightAndComeHomeWithIt(@TempDir Path directory)
            throws Exception {
        try (LocalKafka kafka = LocalKafka.builder()
                        .brokerConfig("group.streams.assignors", "sticky," + HrwTaskAssignor.class.getName())
                        .brokerConfig("group.streams.min.session.timeout.ms", "1000")
                        .brokerConfig("group.streams.session.timeout.ms", "4000")
                        .brokerConfig("group.streams.min.heartbeat.interval.ms", "100")
                        .brokerConfig("group.streams.heartbeat.interval.ms", "300")
                        .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000")
                        .start();
                Topics topics = new Topics(kafka.bootstrapServers());
                LiveStreams app = new LiveStreams(kafka.bootstrapServers(), "counter", directory, TASKS)) {
            topics.create("in", TASKS, 1);
            topics.create("out", 1, 1);
            app.configure(Map.of("streams.assignor.name", "hrw", "streams.num.standby.replicas", "1"));
            app.start("a", "b", "c");
            LiveStreams.Tasks before = app.awaitInstances(3);
            produce(kafka, 10);
            awaitCounts(kafka, app, 10);
            String victim = before.active().get("0_0");

            app.kill(victim);
            produce(kafka, 5);
            LiveStreams.Tasks without = app.awaitInstances(2);
            awaitCounts(kafka, app, 15);

            // Of the others' tasks one may move too, to an instance that had no room for it before: ids are random
            // here.
            before.active().forEach((task, instance) -> {
                if (instance.equals(victim)) {
                    assertThat(without.active().get(task))
                            .as("%s goes on", task)
                            .isEqualTo(before.standby().get(task));
                }
            });

            app.start(victim);
            produce(kafka, 5);
            assertThat(app.awaitInstances(3)).isEqualTo(before);
            awaitCounts(kafka, app, 20);
        }
    }

    private static void produce(LocalKafka kafka, int each) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int record = 0; record < each * KEYS; record++) {
                sent.add(producer.send(new ProducerRecord<>("in", "key-" + record % KEYS, "")));
            }
            producer.flush();
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        }
    }

    /** Every count from 1 to this one has been put out for each key, once. */
    private static void awaitCounts(LocalKafka kafka, LiveStreams app, int each) throws Exception {
        try (KafkaConsumer<String, Long> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new LongDeserializer())) {
            TopicPartition out = new TopicPartition("out", 0);
            consumer.assign(List.of(out));
            consumer.seekToBeginning(List.of(out));
            Map<String, List<Long>> counts = new TreeMap<>();
            Await.until(
                    () -> {
                        consumer.poll(Duration.ofMillis(200))
                                .forEach(record -> counts.computeIfAbsent(record.key(), unseen -> new ArrayList<>())
                                        .add(record.value()));
                        return counts.values().stream().mapToInt(List::size).sum();
                    },
                    seen -> seen >= each * KEYS,
                    app::output);
            List<Long> expected = LongStream.rangeClosed(1, each).boxed().toList();
            assertThat(counts)
                    .hasSize(KEYS)
                    .allSatisfy((key, its) -> assertThat(its).as(key).isEqualTo(expected));
        }
    }
}
