package io.keystead.kafka.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What a client makes of the properties once a plugin has read them, by the client's own classes. */
class ClientLogTest {
    private static Map<String, Object> properties() {
        Map<String, Object> properties = new TreeMap<>(Map.of(
                "bootstrap.servers",
                "localhost:9092",
                "key.serializer",
                ByteArraySerializer.class,
                "value.serializer",
                ByteArraySerializer.class,
                "partitioner.class",
                Plugin.class.getName()));
        TopologyConfig.definition().defaultValues().forEach((name, value) -> properties.put(name, value.toString()));
        properties.put("keystead.seed", 7);
        properties.put("keystead.weights", null);
        properties.put("keystead.topic.orders.base", "murmur2/12");
        properties.put("keystead.topic.a.b.partitions", "");
        properties.put("keystead.topic.a.b.weights", null);
        return properties;
    }

    /** As a producer makes its partitioner. */
    private static Set<String> unusedAfterConfiguring(Map<String, Object> properties) {
        ProducerConfig config = new ProducerConfig(properties);
        Partitioner plugin =
                config.getConfiguredInstance("partitioner.class", Partitioner.class, Map.of("client.id", "a"));
        assertThat(plugin).isInstanceOf(Plugin.class);
        return config.unused();
    }

    @Test
    void noPropertyOfOursIsReportedAsUnused() {
        assertThat(unusedAfterConfiguring(properties())).noneMatch(name -> name.startsWith("keystead."));
    }

    @Test
    void aPropertyOfAnotherPluginStaysUnused() {
        Map<String, Object> properties = properties();
        properties.put("keystead.assignor.slots", "8");

        assertThat(unusedAfterConfiguring(properties)).contains("keystead.assignor.slots");
    }

    @Test
    void aConfigProviderIsNotMadeAgain() {
        int before = CountingProvider.MADE.get();

        new TopologyConfig(Map.of(
                "config.providers",
                "counting",
                "config.providers.counting.class",
                CountingProvider.class.getName(),
                "keystead.seed",
                "7"));

        assertThat(CountingProvider.MADE.get() - before).isZero();
    }

    /** The least that a plugin does. */
    public static final class Plugin implements Partitioner {
        @Override
        public void configure(Map<String, ?> configs) {
            assertThat(new TopologyConfig(configs).cacheEntries()).isEqualTo(4096);
        }

        @Override
        public int partition(
                String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
            return 0;
        }

        @Override
        public void close() {}
    }

    /** Counts how often somebody makes one. */
    public static final class CountingProvider implements ConfigProvider {
        static final AtomicInteger MADE = new AtomicInteger();

        /** As the client makes it. */
        public CountingProvider() {
            MADE.incrementAndGet();
        }

        @Override
        public ConfigData get(String path) {
            return new ConfigData(Map.of());
        }

        @Override
        public ConfigData get(String path, Set<String> keys) {
            return new ConfigData(Map.of());
        }

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public void close() {}
    }
}
