package io.keystead.kafka.producer;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A program that somebody might have: a producer with the plugin's jar and one version of the client, nothing else.
 *
 * <p>Each key is sent once, and after each a record without a key. Prints the client's version and our counters.
 */
final class ClientProbe {
    private ClientProbe() {}

    /** Arguments: the class, the bootstrap address, the topic, how many keys, then properties as {@code key=value}. */
    public static void main(String[] args) throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", args[1]);
        properties.put("partitioner.class", args[0]);
        // One record a batch, so that a client that asks again for each new batch asks again for each record.
        properties.put("batch.size", "1");
        for (int i = 4; i < args.length; i++) {
            properties.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                byte[] key = ("order-" + i).getBytes(StandardCharsets.UTF_8);
                sent.add(producer.send(new ProducerRecord<>(args[2], key, new byte[8])));
                sent.add(producer.send(new ProducerRecord<>(args[2], null, new byte[8])));
            }
            producer.flush();
            printCounters();
        }
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
        Properties version = new Properties();
        try (InputStream in = KafkaProducer.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            version.load(in);
        }
        System.out.println("kafka-clients " + version.getProperty("version"));
    }

    private static void print(MBeanServer server, ObjectName bean, String... attributes) throws JMException {
        for (String attribute : attributes) {
            System.out.println(attribute + " " + server.getAttribute(bean, attribute));
        }
    }

    private static void printCounters() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName bean : server.queryNames(new ObjectName("io.keystead:type=partitioner,client-id=*"), null)) {
            print(server, bean, "keyed-records-total", "null-key-records-total", "hot-key-records-total");
        }
        for (ObjectName bean :
                server.queryNames(new ObjectName("io.keystead:type=partitioner,client-id=*,topic=*"), null)) {
            print(server, bean, "hot-keys-listed", "sampled-records");
        }
    }
}
