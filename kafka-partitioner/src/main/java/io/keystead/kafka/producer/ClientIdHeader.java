package io.keystead.kafka.producer;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A producer interceptor that writes the producer's {@code client.id} into each record, as a header, so that a reader can tell
 * who wrote it: Kafka keeps no such thing.
 *
 * <pre>{@code
 * interceptor.classes=io.keystead.kafka.producer.ClientIdHeader
 * }</pre>
 *
 * <p>The header is named {@value #NAME} and its value is the id as UTF-8. A record that has a header of this name already
 * keeps it and gets no other. It costs a record the bytes of both, about 20 and the id's. Where the record is one that was
 * sent before, whose headers Kafka has closed, a copy of it is sent.
 *
 * <p>{@code keystead verify} groups records by it. Thread-safe; works on clients 3.x and 4.x.
 *
 * @param <K> the type of keys, which are not looked at
 * @param <V> the type of values, which are not looked at
 */
public final class ClientIdHeader<K, V> implements ProducerInterceptor<K, V> {
    /** The name of the header. */
    public static final String NAME = "keystead.client.id";

    private volatile byte[] clientId = {};

    /** As Kafka makes it: {@link #configure} must follow. */
    public ClientIdHeader() {}

    /** Reads {@code client.id}, which the producer has made up where the application has set none. */
    @Override
    public void configure(Map<String, ?> configs) {
        @Nullable Object id = configs.get(ProducerConfig.CLIENT_ID_CONFIG);
        clientId = id == null ? new byte[0] : id.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public ProducerRecord<K, V> onSend(ProducerRecord<K, V> sent) {
        if (sent.headers().lastHeader(NAME) != null) {
            return sent;
        }
        try {
            sent.headers().add(NAME, clientId);
            return sent;
        } catch (IllegalStateException e) {
            // Closed when the record was sent before, by a producer without this interceptor.
            ProducerRecord<K, V> copy = new ProducerRecord<>(
                    sent.topic(), sent.partition(), sent.timestamp(), sent.key(), sent.value(), sent.headers());
            copy.headers().add(NAME, clientId);
            return copy;
        }
    }

    /** Does nothing. */
    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    /** Does nothing. */
    @Override
    public void close() {}
}
