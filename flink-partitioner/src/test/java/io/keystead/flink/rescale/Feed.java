package io.keystead.flink.rescale;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes events to a topic, and knows what {@link RunningChains} makes of them. */
final class Feed implements AutoCloseable {
    private final String topic;
    private final Events events;
    private final KafkaProducer<String, String> producer;
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, Long> chains = new HashMap<>();
    private final Map<String, String> expected = new TreeMap<>();
    private long next;

    Feed(String bootstrapServers, String topic, Events events) {
        this.topic = topic;
        this.events = events;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new StringSerializer());
    }

    /** Writes up to that event, exclusive. */
    void upTo(long end) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (; next < end; next++) {
            Event event = events.at(next);
            sent.add(producer.send(new ProducerRecord<>(topic, event.key, Long.toString(event.value))));
            long count = counts.merge(event.key, 1L, Long::sum);
            long chain = AllStates.chain(chains.getOrDefault(event.key, 0L), event.value);
            chains.put(event.key, chain);
            expected.put(event.key + "|" + count, Long.toString(chain));
        }
        producer.flush();
        for (Future<RecordMetadata> each : sent) {
            each.get();
        }
    }

    /** The results for what was written, by key and count. */
    Map<String, String> expected() {
        return expected;
    }

    @Override
    public void close() {
        producer.close();
    }
}
