package io.keystead.flink.partition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/** The partitioner of a Kafka producer that writes to one topic. */
final class Producer implements AutoCloseable {
    private static final Node NODE = new Node(0, "localhost", 9092);

    private final io.keystead.kafka.producer.HrwPartitioner partitioner =
            new io.keystead.kafka.producer.HrwPartitioner();
    private final Cluster cluster;

    Producer(Mode mode, int partitions, Path directory) {
        partitioner.configure(mode.properties(partitions, directory));
        List<PartitionInfo> infos = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            infos.add(new PartitionInfo("orders", partition, NODE, new Node[] {NODE}, new Node[] {NODE}));
        }
        cluster = new Cluster("cluster", List.of(NODE), infos, Set.of(), Set.of());
    }

    int partition(byte[] key) {
        return partitioner.partition("orders", key, key, null, null, cluster);
    }

    @Override
    public void close() {
        partitioner.close();
    }
}
