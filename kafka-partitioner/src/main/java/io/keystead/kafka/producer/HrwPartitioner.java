package io.keystead.kafka.producer;

import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * A producer partitioner by rendezvous hashing: when a topic grows from n to n+1 partitions, 1/(n+1) of the keys move,
 * all of them to the new partition, where Kafka's default moves n/(n+1) of them.
 *
 * <pre>{@code
 * partitioner.class=io.keystead.kafka.producer.HrwPartitioner
 * # where Kafka's default partitioner has filled the 12 partitions of topic orders already:
 * keystead.topic.orders.base=murmur2/12
 * }</pre>
 *
 * <p>Three modes, by the properties that are set ({@link io.keystead.kafka.topology.TopologyConfig} declares them all):
 *
 * <table>
 * <caption>Modes</caption>
 * <tr><th>set</th><th>candidates</th><th>what moves</th></tr>
 * <tr><td>nothing</td><td>all partitions that the topic has</td>
 * <td>on growth from n to m, (m-n)/m of the keys, to the new partitions only</td></tr>
 * <tr><td>{@code base=murmur2/n}</td><td>the same, and keys stay where murmur2 put them until a later
 * partition wins them</td><td>nothing now; on growth as above</td></tr>
 * <tr><td>{@code partitions=0-11,14}</td><td>the listed ones, optionally weighted; goes with a base too</td>
 * <td>when the list grows as above; when it shrinks, the keys of those left out only</td></tr>
 * </table>
 *
 * <p>{@code base} and {@code partitions} belong to one topic, {@code keystead.topic.NAME.base}; {@code keystead.base} is for
 * producers all of whose topics need the same.
 *
 * <p>What it does not promise: the order of one key's records across a change of partitions. Records that were written
 * before the change stay where they are, a key that moved continues on another partition, and a consumer may read that
 * one first. Two producers that see the topic's growth at different times place the moved keys differently for so long.
 *
 * <p>A key that is listed in {@code keystead.hot.keys.file} is spread over its best-ranked candidates, and the order of
 * its records is given up: {@link io.keystead.kafka.topology.HotKeys}.
 *
 * <p>A key is its serialized bytes; with {@code keystead.key.encoding=avro-canonical} it is the logical Avro key, the same
 * whatever schema it was written with ({@link io.keystead.avro.AvroKeys}). The key's object is looked at then, and a key that
 * does not fit the key schema fails its record by an {@link org.apache.kafka.common.InvalidRecordException}.
 *
 * <p>Records without a key are spread over the active partitions that have a leader, sticky for about {@code batch.size}
 * bytes, in proportion to the weights. An empty key is a key. A record with a partition set by the application is not
 * shown to any partitioner. A partition that the properties name and the topic lacks fails the record at once by an
 * {@link org.apache.kafka.common.errors.InvalidConfigurationException}. Of the built-in logic's properties, {@code
 * partitioner.ignore.keys}, {@code partitioner.adaptive.partitioning.enable}, {@code
 * partitioner.availability.timeout.ms} and {@code partitioner.rack.aware} have no effect with any partitioner class.
 *
 * <p>Works on clients 3.x and 4.x. Its metrics are MBeans, {@code io.keystead:type=partitioner}; on clients from 4.1 on
 * {@link MonitorableHrwPartitioner} shows them among the producer's own. Thread-safe; a keyed look-up allocates nothing.
 */
public final class HrwPartitioner implements Partitioner {
    private volatile @Nullable RecordRouter router;

    /** As Kafka makes it: {@link #configure} must follow. */
    public HrwPartitioner() {}

    /**
     * Reads the {@code keystead.*} properties.
     *
     * @throws org.apache.kafka.common.config.ConfigException in one line that names the property, the value and what is
     *     allowed
     */
    @Override
    public void configure(Map<String, ?> configs) {
        RecordRouter made = new RecordRouter(configs);
        close();
        made.report(new JmxSink(made.clientId()));
        router = made;
    }

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        return RecordRouter.configured(router).partition(topic, key, keyBytes, valueBytes, cluster);
    }

    /**
     * What clients 3.x call before they ask again for one record; clients from 4.0 on have no such method.
     *
     * @param previousPartition what the first ask gave
     */
    public void onNewBatch(String topic, Cluster cluster, int previousPartition) {
        RecordRouter.configured(router).willAskAgain(previousPartition);
    }

    @Override
    public void close() {
        RecordRouter open = router;
        if (open != null) {
            open.close();
        }
    }
}
