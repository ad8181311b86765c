package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A broker and a Flink cluster of four slots in this JVM. */
final class KafkaAndFlink {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final LocalKafka kafka;
    private final Topics topics;
    private final MiniCluster flink;

    KafkaAndFlink(Path checkpoints) throws Exception {
        kafka = LocalKafka.start();
        topics = new Topics(kafka.bootstrapServers());
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.parse("64m"));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        flink = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .withRandomPorts()
                .build());
        flink.start();
    }

    Topics topics() {
        return topics;
    }

    /** The address of the broker, and these. */
    Properties properties(Map<String, String> more) {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", kafka.bootstrapServers());
        more.forEach(properties::setProperty);
        return properties;
    }

    /** Begins what was built in the environment. */
    JobID submit(StreamExecutionEnvironment environment) throws Exception {
        JobGraph job = environment.getStreamGraph().getJobGraph();
        flink.submitJob(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return job.getJobID();
    }

    /** Runs what was built in the environment to its end. */
    void run(StreamExecutionEnvironment environment) throws Exception {
        awaitFinished(submit(environment));
    }

    void awaitFinished(JobID job) throws Exception {
        JobResult result = result(job);
        if (!result.isSuccess()) {
            throw new AssertionError("the job did not finish", failure(result));
        }
    }

    /** The last cause of a job's failure. */
    Throwable rootOfFailure(JobID job) throws Exception {
        JobResult result = result(job);
        assertThat(result.isSuccess()).as("the job finished").isFalse();
        Throwable root = failure(result);
        for (Throwable cause = root.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root;
    }

    private JobResult result(JobID job) throws Exception {
        return flink.requestJobResult(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static Throwable failure(JobResult result) {
        return result.getSerializedThrowable().orElseThrow().deserializeError(KafkaAndFlink.class.getClassLoader());
    }

    /** How many records a topic has, committed or not. */
    long end(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_uncommitted")) {
            return consumer.endOffsets(partitions(consumer, topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** Waits until a topic has so many records. */
    void awaitEnd(String topic, long records) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (end(topic) < records) {
            assertThat(System.nanoTime()).as("waited for %s records", records).isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    /** What was committed of a topic whose transactions have all ended. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    List<Written> readNumbers(String topic) {
        return read(topic).stream().map(Written::of).toList();
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        properties.put("isolation.level", isolation);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toList());
    }

    void close() throws Exception {
        flink.close();
        topics.close();
        kafka.close();
    }
}
