package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
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

/** A broker and a Flink cluster of four slots in this JVM. */
final class KafkaAndFlink {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final KafkaOnly kafka = new KafkaOnly();
    private final MiniCluster flink;

    KafkaAndFlink(Path checkpoints) throws Exception {
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
        return kafka.topics();
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

    void awaitEnd(String topic, long records) throws InterruptedException {
        kafka.awaitEnd(topic, records);
    }

    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return kafka.read(topic);
    }

    List<Written> readNumbers(String topic) {
        return kafka.readNumbers(topic);
    }

    void close() throws Exception {
        flink.close();
        kafka.close();
    }
}
