package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The topics of {@link OrdersApp} on a real broker: what is written to them, and what lies in them where. */
final class OrdersTopics implements AutoCloseable {
    static final String APP = "orders-app";

    /** Every topic, each with its own number of partitions where Streams does not make two of them equal. */
    static final Map<String, Integer> PARTITIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("orders", 6),
            Map.entry("customers", 4),
            Map.entry("counts", 3),
            Map.entry("minutes", 8),
            Map.entry("sessions", 9),
            Map.entry("enriched", 7),
            Map.entry(APP + "-by-product-repartition", 5),
            Map.entry(APP + "-customer-subscription-registration-topic", 4),
            Map.entry(APP + "-customer-subscription-response-topic", 6),
            Map.entry(APP + "-orders-store-changelog", 6),
            Map.entry(APP + "-customers-store-changelog", 4),
            Map.entry(APP + "-product-counts-changelog", 5),
            Map.entry(APP + "-minute-counts-changelog", 5),
            Map.entry(APP + "-session-counts-changelog", 5),
            Map.entry(APP + "-customer-subscription-store-changelog", 4),
            Map.entry(APP + "-enriched-store-changelog", 6)));

    private static final int START = Long.BYTES;
    private static final int START_AND_END = 2 * Long.BYTES;
    private static final int START_AND_SEQUENCE = Long.BYTES + Integer.BYTES;

    /** How the deciding key lies in a topic's keys, where it is not all of them. */
    private static final Map<String, UnaryOperator<byte[]>> DECIDING = Map.of(
            "minutes",
            key -> without(START, key),
            "sessions",
            key -> without(START_AND_END, key),
            APP + "-minute-counts-changelog",
            key -> without(START_AND_SEQUENCE, key),
            APP + "-session-counts-changelog",
            key -> without(START_AND_END, key),
            APP + "-customer-subscription-store-changelog",
            OrdersTopics::foreignKey);

    private final LocalKafka kafka;
    private final Admin admin;
    private final TopicReader reader;

    OrdersTopics(LocalKafka kafka) throws InterruptedException {
        this.kafka = kafka;
        this.admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
        this.reader = new TopicReader(kafka);
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            for (Map.Entry<String, Integer> topic : PARTITIONS.entrySet()) {
                if (!topic.getKey().startsWith(APP)) {
                    topics.create(topic.getKey(), topic.getValue(), 1);
                }
            }
        }
    }

    private static byte[] without(int tail, byte[] key) {
        return Arrays.copyOf(key, key.length - tail);
    }

    private static byte[] foreignKey(byte[] combined) {
        byte[] key = new byte[ByteBuffer.wrap(combined).getInt()];
        ByteBuffer.wrap(combined, Integer.BYTES, key.length).get(key);
        return key;
    }

    /** Writes with a producer that has these properties more. */
    void write(List<OrdersOracle.Event> events, Map<String, String> properties)
            throws InterruptedException, ExecutionException {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("bootstrap.servers", kafka.bootstrapServers());
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(all, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (OrdersOracle.Event event : events) {
                sent.add(producer.send(
                        new ProducerRecord<>(event.topic(), null, event.timestamp(), event.key(), event.value())));
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        }
    }

    /** What lies in some topics at one moment. */
    final class View {
        private final Map<String, List<ConsumerRecord<byte[], byte[]>>> records;

        private View(Set<String> names) {
            this.records = reader.read(names);
        }

        List<ConsumerRecord<byte[], byte[]>> of(String topic) {
            return records.getOrDefault(topic, List.of());
        }

        /** The partitions on which each deciding key, in ISO 8859-1, was seen. */
        Map<String, Set<Integer>> placed(String topic) {
            UnaryOperator<byte[]> deciding = DECIDING.getOrDefault(topic, key -> key);
            Map<String, Set<Integer>> placed = new TreeMap<>();
            for (ConsumerRecord<byte[], byte[]> record : of(topic)) {
                String key = new String(deciding.apply(record.key()), StandardCharsets.ISO_8859_1);
                placed.computeIfAbsent(key, absent -> new TreeSet<>()).add(record.partition());
            }
            return placed;
        }

        private <T> Map<String, T> last(String topic, Form<String> key, Form<T> value) {
            Map<String, T> last = new TreeMap<>();
            for (ConsumerRecord<byte[], byte[]> record : of(topic)) {
                if (record.value() == null) {
                    last.remove(key.of(record.key()));
                } else {
                    last.put(key.of(record.key()), value.of(record.value()));
                }
            }
            return last;
        }
    }

    /** Everything that there is to read now. */
    View view() {
        return new View(PARTITIONS.keySet());
    }

    /** All topics that there are, with their numbers of partitions. */
    Map<String, Integer> partitions() throws InterruptedException, ExecutionException {
        Set<String> names = admin.listTopics().names().get().stream()
                .filter(name -> !name.startsWith("__"))
                .collect(Collectors.toSet());
        Map<String, Integer> partitions = new TreeMap<>();
        admin.describeTopics(names)
                .allTopicNames()
                .get()
                .forEach((name, described) ->
                        partitions.put(name, described.partitions().size()));
        return partitions;
    }

    /** Whether the sinks hold what the oracle says, by the last value of each key. */
    boolean hold(OrdersOracle oracle) {
        return results().equals(expected(oracle));
    }

    /** The same, with what differs. */
    void assertHold(OrdersOracle oracle) {
        assertThat(results()).isEqualTo(expected(oracle));
    }

    private static Map<String, Map<String, ?>> expected(OrdersOracle oracle) {
        return Map.of(
                "counts", oracle.counts(),
                "minutes", oracle.minutes(),
                "sessions", oracle.sessions(),
                "enriched", oracle.enriched());
    }

    private Map<String, Map<String, ?>> results() {
        View view = new View(Set.of("counts", "minutes", "sessions", "enriched"));
        Form<String> minute = key -> text(without(START, key)) + "@" + longAt(key, key.length - START);
        // On the wire: the key, the end, the start.
        Form<String> session = key -> text(without(START_AND_END, key)) + "@" + longAt(key, key.length - Long.BYTES)
                + "-" + longAt(key, key.length - START_AND_END);
        return Map.of(
                "counts", view.last("counts", OrdersTopics::text, OrdersTopics::number),
                "minutes", view.last("minutes", minute, OrdersTopics::number),
                "sessions", view.last("sessions", session, OrdersTopics::number),
                "enriched", view.last("enriched", OrdersTopics::text, OrdersTopics::text));
    }

    private interface Form<T> {
        T of(byte[] bytes);
    }

    private static long longAt(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes).getLong(offset);
    }

    @SuppressWarnings("resource") // It holds nothing.
    private static String text(byte[] bytes) {
        return new StringDeserializer().deserialize("any", bytes);
    }

    @SuppressWarnings("resource") // It holds nothing.
    private static long number(byte[] bytes) {
        return new LongDeserializer().deserialize("any", bytes);
    }

    @Override
    public void close() {
        reader.close();
        admin.close();
    }
}
