package io.keystead.kafka.producer;

import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts records by the reason for their partition, and shows by which rule they are placed. Thread-safe. */
final class PartitionerMetrics {
    /** Counted without contention; reading sums up. */
    private final LongAdder keyed = new LongAdder();

    private final LongAdder base = new LongAdder();
    private final LongAdder hotKey = new LongAdder();
    private final LongAdder nullKey = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final MetricSink sink;
    private final boolean countsKeys;
    private final boolean showsKeys;

    PartitionerMetrics(MetricSink sink, TopologyConfig config) {
        this.sink = sink;
        this.countsKeys = config.hotKeysSample() > 0;
        this.showsKeys = config.showsHotKeys();
        KeyHash hash = config.hash();
        count("keyed-records-total", "Records with a key, which are placed by its rank", keyed);
        count("base-records-total", "Those of the keyed records that are still on a partition of the base", base);
        count(
                "hot-key-records-total",
                "Those of the keyed records that were spread over several partitions: their order is not kept",
                hotKey);
        count("null-key-records-total", "Records without a key, which were spread", nullKey);
        count("refused-records-total", "Records whose topic does not fit the configuration", refused);
        show("algorithm", "The protocol by which keys are placed", () -> Topology.ALGORITHM);
        show("hash", "The hash of keys and candidates", hash::name);
        show("seed-fingerprint", "The seed, or for siphash-2-4 the fingerprint of the secret", hash::fingerprint);
    }

    private void count(String name, String description, LongAdder adder) {
        show(name, description, adder::sum);
    }

    private void show(String name, String description, Supplier<Object> value) {
        sink.add(name, description, Map.of(), value);
    }

    /** Shows a topic, until {@link #hideTopic}. */
    void showTopic(String topic, Supplier<TopicRoute> route) {
        Map<String, String> tags = Map.of("topic", topic);
        sink.add(
                "active-partitions",
                "Partitions that may own keys",
                tags,
                () -> route.get().active());
        sink.add(
                "hot-keys-listed",
                "Keys that are spread over several partitions",
                tags,
                () -> route.get().hotKeys());
        sink.add(
                "topology-epoch",
                "The epoch of the topology, 0 where none is published",
                tags,
                () -> route.get().topology().epoch());
        sink.add(
                "topology-fingerprint",
                "Equal on two clients that see the same partitions and place this topic's keys alike; the list of hot"
                        + " keys is not in it",
                tags,
                () -> route.get().topology().fingerprint());
        sink.add(
                "key-encoding",
                "How keys become the bytes that are hashed: bytes, as they stand, or avro-canonical: and a fingerprint of"
                        + " the key schema",
                tags,
                () -> route.get().topology().keyEncoding().orElse("bytes"));
        if (countsKeys) {
            showShares(tags, () -> route.get().shares());
        }
    }

    private void showShares(Map<String, String> tags, Supplier<KeyShares> shares) {
        sink.add(
                "hottest-key-share",
                "Estimated share of the hottest key in the keyed records of the last one to two minutes, 0 to 1",
                tags,
                () -> shares.get().share(1));
        sink.add(
                "top-10-keys-share",
                "The same of the ten hottest keys together",
                tags,
                () -> shares.get().share(KeyShares.TOP));
        sink.add(
                "sampled-records",
                "How many records these shares are estimated from",
                tags,
                () -> shares.get().sampled());
        if (showsKeys) {
            sink.add(
                    "hottest-keys",
                    "Up to ten hottest keys with their shares, a line each, spelled as in keystead.hot.keys.file",
                    tags,
                    () -> shares.get().keys());
        }
    }

    void hideTopic(String topic) {
        sink.remove(Map.of("topic", topic));
    }

    void placedUnkeyed() {
        nullKey.increment();
    }

    /**
     * @param onBase whether the partition is one of the base
     * @param spread whether the key is listed, so that its records go to several partitions
     */
    void placedKeyed(boolean onBase, boolean spread) {
        keyed.increment();
        if (onBase) {
            base.increment();
        }
        if (spread) {
            hotKey.increment();
        }
    }

    void refused() {
        refused.increment();
    }

    void close() {
        sink.close();
    }
}
