package io.keystead.kafka.broker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A member of a group for ever: bootstrap servers, group, instance id, topic. */
public final class ConsumerProbe {
    private ConsumerProbe() {}

    public static void main(String[] arguments) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0],
                        ConsumerConfig.GROUP_ID_CONFIG, arguments[1],
                        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, arguments[2],
                        ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer",
                        ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, HrwConsumerAssignor.NAME),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(arguments[3]));
            while (true) {
                consumer.poll(Duration.ofMillis(200));
            }
        }
    }
}
