package io.keystead.compat.versions;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A program that somebody might have: producers and consumers with the plugin's jar and one version of the client, nothing
 * else. It does everything that the jar is for once, and prints what came of it. Calls only what the oldest client has.
 */
final class ClientProbe {
    private static final String PARTITIONER = "io.keystead.kafka.producer.HrwPartitioner";

    private final String servers;
    private final String topic;
    private final int keys;

    private ClientProbe(String servers, String topic, int keys) {
        this.servers = servers;
        this.topic = topic;
        this.keys = keys;
    }

    /**
     * Arguments: the bootstrap address, the beginning of the topics' names, how many keys, the file of hot keys,
     * the topic to read.
     */
    public static void main(String[] args) throws Exception {
        Properties version = new Properties();
        try (InputStream in = KafkaProducer.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            version.load(in);
        }
        System.out.println("kafka-clients " + version.getProperty("version"));
        ClientProbe probe = new ClientProbe(args[0], args[1], Integer.parseInt(args[2]));
        probe.send("new");
        probe.send("adopted", "keystead.base", "murmur2/12");
        // All of them go through the sketch, whose library has only what the jar brings.
        probe.send("hot", "keystead.hot.keys.file", args[3], "keystead.hot.keys.sample", "1");
        probe.commitWithRefusedRecord();
        probe.sendMonitored();
        probe.assign(args[4]);
    }

    private Map<String, Object> properties(String... keysAndValues) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", servers);
        properties.put("partitioner.class", PARTITIONER);
        // One record a batch, so that a client that asks again for each new batch asks again for each record.
        properties.put("batch.size", "1");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Each key is sent once, and after each a record without a key. */
    private void send(String name, String... more) throws Exception {
        Map<String, Object> properties = properties(more);
        properties.put("client.id", name);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(properties)) {
            for (int i = 0; i < keys; i++) {
                byte[] key = ("order-" + i).getBytes(StandardCharsets.UTF_8);
                sent.add(producer.send(new ProducerRecord<>(topic + "-" + name, key, new byte[8])));
                sent.add(producer.send(new ProducerRecord<>(topic + "-" + name, null, new byte[8])));
            }
            producer.flush();
            printCounters(name);
        }
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
    }

    private static void printCounters(String name) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String beans = "io.keystead:type=partitioner,client-id=" + name;
        print(server, name, beans, "keyed-records-total", "null-key-records-total", "hot-key-records-total");
        print(server, name, beans + ",topic=*", "hot-keys-listed", "sampled-records");
    }

    private static void print(MBeanServer server, String name, String beans, String... attributes) throws JMException {
        for (ObjectName bean : server.queryNames(new ObjectName(beans), null)) {
            for (String attribute : attributes) {
                System.out.println(name + " " + attribute + " " + server.getAttribute(bean, attribute));
            }
        }
    }

    private void commitWithRefusedRecord() throws InterruptedException {
        String name = topic + "-refused";
        try (KafkaProducer<byte[], byte[]> producer =
                producer(properties("keystead.partitions", "0,99", "transactional.id", name))) {
            producer.initTransactions();
            producer.beginTransaction();
            try {
                producer.send(new ProducerRecord<>(name, new byte[1], new byte[8]))
                        .get();
                System.out.println("the record was sent");
            } catch (ExecutionException e) {
                System.out.println("the record was refused: " + e.getMessage());
            }
            try {
                producer.commitTransaction();
                System.out.println("the commit succeeded");
            } catch (KafkaException e) {
                producer.abortTransaction();
                System.out.println("the commit failed");
            }
        }
    }

    private void sendMonitored() throws Exception {
        Map<String, Object> properties =
                properties("partitioner.class", "io.keystead.kafka.producer.MonitorableHrwPartitioner");
        try (KafkaProducer<byte[], byte[]> producer = producer(properties)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < keys; i++) {
                byte[] key = ("order-" + i).getBytes(StandardCharsets.UTF_8);
                sent.add(producer.send(new ProducerRecord<>(topic + "-monitored", key, new byte[8])));
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
            producer.metrics().forEach((metric, value) -> {
                if (metric.name().equals("keyed-records-total")) {
                    System.out.println("monitored " + metric.group() + " " + metric.name() + " " + value.metricValue());
                }
            });
        } catch (LinkageError | KafkaException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            System.out.println("monitored not: " + root);
        }
    }

    /** Two consumers of one group, which belong to each other by their names. */
    private void assign(String read) {
        try (KafkaConsumer<byte[], byte[]> one = consumer("one", read);
                KafkaConsumer<byte[], byte[]> two = consumer("two", read)) {
            long deadline = System.nanoTime() + 30_000_000_000L;
            while (one.assignment().isEmpty()
                    || two.assignment().isEmpty()
                    || one.assignment().size() + two.assignment().size() < 12) {
                one.poll(Duration.ofMillis(20));
                two.poll(Duration.ofMillis(20));
                if (System.nanoTime() > deadline) {
                    System.out.println("the group does not settle");
                    return;
                }
            }
            System.out.println("one has " + numbers(one.assignment()));
            System.out.println("two has " + numbers(two.assignment()));
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String name, String read) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", servers);
        properties.put("group.id", topic);
        properties.put("partition.assignment.strategy", "io.keystead.kafka.consumer.HrwAssignor");
        properties.put("keystead.member.id", name);
        properties.put("heartbeat.interval.ms", "100");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(read));
        return consumer;
    }

    private static Set<Integer> numbers(Collection<TopicPartition> partitions) {
        Set<Integer> numbers = new TreeSet<>();
        partitions.forEach(partition -> numbers.add(partition.partition()));
        return numbers;
    }
}
