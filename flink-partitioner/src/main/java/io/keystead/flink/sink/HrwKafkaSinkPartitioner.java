package io.keystead.flink.sink;

import io.keystead.kafka.producer.RecordRouter;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Gives each record of Flink's Kafka sink the partition that a Java producer with {@link
 * io.keystead.kafka.producer.HrwPartitioner} and the same properties gives it.
 *
 * <pre>{@code
 * KafkaSink.<Order>builder()
 *     .setKafkaProducerConfig(properties) // bootstrap.servers, security, ...
 *     .setRecordSerializer(KafkaRecordSerializationSchema.builder()
 *         .setTopic("orders")
 *         .setKeySerializationSchema(...)
 *         .setValueSerializationSchema(...)
 *         .setPartitioner(new HrwKafkaSinkPartitioner<Order>(properties)) // the same, with keystead.*
 *         .build())
 * }</pre>
 *
 * <p>All of the producer's modes, by the properties that {@link TopologyConfig} declares: per key or slotted, weights, pinned
 * partitions, a base, a topic's own, hot keys, null keys. The files that properties name are read on the task managers.
 *
 * <p>Growth. The sink reads a topic's partitions once and hands them to its partitioner for ever; this one does not use
 * them, and asks the brokers itself when a record comes and its last answer is older than the producer's {@code
 * metadata.max.age.ms} (5 minutes): no record is placed by an older answer. What then happens says {@code
 * keystead.sink.on.growth}:
 *
 * <ul>
 *   <li>{@code refresh}, the default: records go by the new partitions from here on. Two subtasks, or a subtask and a
 *       producer, that hear of the growth at different times place the keys that moved differently for so long, at most
 *       {@code metadata.max.age.ms}, as two producers do.
 *   <li>{@code fail}: the job fails with one line, and, restarted, places by the new partitions from its last checkpoint on,
 *       in all subtasks that restart. With an exactly-once sink its consumers see one cut.
 * </ul>
 *
 * <p>The sink shows serialized keys only. With {@code keystead.key.encoding=avro-canonical} their writers' schemas are looked
 * up, so {@code keystead.key.registry.url} is needed unless keys are bare Avro; {@code keystead.key.wire=header} is refused,
 * for no header is shown.
 *
 * <p>Partitions that are pinned by {@code keystead.partitions} do not grow: nothing happens. What is not promised: the order
 * of a key's records across a change of its partition, and that a record without a key avoids a partition that has lost
 * its leader since the last answer.
 *
 * <p>A look-up makes a client and closes it, so that nothing outlives the task. The record waits for it, and for a topic
 * that does not exist yet, {@code max.block.ms} at most; then the job fails. A partition that the properties name and the
 * topic lacks fails it at once, by one line. It shows no metrics: Flink hands it no place for them.
 *
 * <p>The sink's producer can do the same by itself, with {@code partitioner.class} among its properties and no partitioner
 * set here: then it follows growth in the background, and its metrics are there. This class is for sinks whose properties
 * one cannot set, and for {@code fail}.
 *
 * <p>Not thread-safe; Flink makes one for each subtask. Between look-ups a record costs what it costs the producer, and
 * reading a clock.
 *
 * @param <T> the sink's records, which do not matter: the bytes of the key do
 */
public final class HrwKafkaSinkPartitioner<T> implements KafkaPartitioner<T> {
    private static final long serialVersionUID = 1L;

    private final SinkConfig config;
    private transient @Nullable RecordRouter router;
    private transient @Nullable WatchedTopics topics;

    /**
     * For SQL, {@code 'sink.partitioner' = 'io.keystead.flink.sink.HrwKafkaSinkPartitioner'}: with the properties of the
     * resource {@code keystead-sink.properties} on the class path, which is read here, where the statement is planned.
     *
     * @throws org.apache.kafka.common.config.ConfigException if there is no such file, and as the other constructor
     */
    public HrwKafkaSinkPartitioner() {
        this(SinkFile.read());
    }

    /**
     * A partitioner for a sink whose producer has these properties.
     *
     * @param properties the producer's, at least {@code bootstrap.servers}, with the {@code keystead.*} ones; copied
     * @throws org.apache.kafka.common.config.ConfigException in one line that names the property, the value and what is
     *     allowed
     */
    public HrwKafkaSinkPartitioner(Properties properties) {
        this.config = new SinkConfig(properties);
    }

    @Override
    public void open(int parallelInstanceId, int parallelInstances) {
        Map<String, Object> properties = config.ofProducer();
        // Drawing records for metrics that nobody could see.
        properties.put(TopologyConfig.HOT_KEYS_SAMPLE, "0");
        router = new RecordRouter(properties);
        topics = new WatchedTopics(config, new Brokers(config, parallelInstanceId)::partitions, System::nanoTime);
    }

    /**
     * The partition of a record.
     *
     * @param partitions not used: they are as old as the sink
     * @throws RuntimeException in one line, if the topic, the brokers or the properties do not allow an answer
     */
    @Override
    public int partition(
            T record, byte @Nullable [] key, byte @Nullable [] value, String targetTopic, int[] partitions) {
        RecordRouter opened = router;
        WatchedTopics watched = topics;
        if (opened == null || watched == null) {
            throw new IllegalStateException("the sink's partitioner is not open; allowed: open() first");
        }
        return opened.partition(targetTopic, key, value, watched.with(targetTopic));
    }
}
