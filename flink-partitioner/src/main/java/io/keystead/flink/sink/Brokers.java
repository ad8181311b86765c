package io.keystead.flink.sink;

import io.keystead.kafka.topology.OneLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers which partitions topics have.
 *
 * <p>Each look-up has a client of its own, which is closed before it returns: the sink does not tell its partitioner when
 * it ends, so a client that stays would outlive the job.
 */
final class Brokers {
    private static final Node[] NOT_KNOWN = {};

    private final Map<String, Object> properties = new HashMap<>();
    private final String addresses;
    private final Duration patience;

    /** @param subtask names the client in the brokers' logs */
    Brokers(SinkConfig config, int subtask) {
        this.addresses = config.bootstrapServers();
        this.patience = config.maxBlock();
        config.ofProducer().forEach((name, value) -> {
            // What only a producer knows, its class for one, would be warned of as not used.
            if (AdminClientConfig.configNames().contains(name)) {
                properties.put(name, value);
            }
        });
        properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "keystead-sink-" + subtask);
    }

    /**
     * The partitions of those of the topics that exist.
     *
     * @throws FlinkRuntimeException if no broker answers within {@code max.block.ms}, or one refuses; one line
     */
    List<PartitionInfo> partitions(Set<String> topics) {
        Admin admin = Admin.create(properties);
        try {
            DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs((int) patience.toMillis());
            Collection<KafkaFuture<TopicDescription>> asked =
                    admin.describeTopics(topics, options).topicNameValues().values();
            List<PartitionInfo> partitions = new ArrayList<>();
            for (KafkaFuture<TopicDescription> topic : asked) {
                addPartitions(topic, partitions);
            }
            return partitions;
        } catch (ExecutionException e) {
            throw failure(topics, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(topics, e);
        } finally {
            // Nothing is left to wait for, or somebody is in a hurry.
            admin.close(Duration.ZERO);
        }
    }

    private static void addPartitions(KafkaFuture<TopicDescription> asked, List<PartitionInfo> partitions)
            throws ExecutionException, InterruptedException {
        TopicDescription topic;
        try {
            topic = asked.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return;
            }
            throw e;
        }
        for (TopicPartitionInfo partition : topic.partitions()) {
            partitions.add(
                    new PartitionInfo(topic.name(), partition.partition(), leader(partition), NOT_KNOWN, NOT_KNOWN));
        }
    }

    private static @Nullable Node leader(TopicPartitionInfo partition) {
        Node leader = partition.leader();
        return leader == null || leader.isEmpty() ? null : leader;
    }

    private FlinkRuntimeException failure(Set<String> topics, Throwable cause) {
        return new FlinkRuntimeException(
                OneLine.of("Cannot look up the partitions of " + topics + " at bootstrap.servers=" + addresses + ": "
                        + cause),
                cause);
    }
}
