package io.keystead.kafka.producer;

import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts records by the reason for their partition, and shows by which rule they are placed. Thread-safe. */
final class PartitionerMetrics {
    /** Counted without contention; reading sums up. */
    private final LongAdder keyed = new LongAdder();

    private final LongAdder base = new LongAdder();
    private final LongAdder nullKey = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final MetricSink sink;

    PartitionerMetrics(MetricSink sink, KeyHash hash) {
        this.sink = sink;
        count("keyed-records-total", "Records placed by the rank of their key", keyed);
        count("base-records-total", "Those of the keyed records that are still on a partition of the base", base);
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
                "topology-epoch",
                "The epoch of the topology, 0 where none is published",
                tags,
                () -> route.get().topology().epoch());
        sink.add(
                "topology-fingerprint",
                "Equal on two clients that place this topic's keys alike",
                tags,
                () -> route.get().topology().fingerprint());
    }

    void hideTopic(String topic) {
        sink.remove(Map.of("topic", topic));
    }

    void placed(boolean hasKey, boolean onBase) {
        if (!hasKey) {
            nullKey.increment();
            return;
        }
        keyed.increment();
        if (onBase) {
            base.increment();
        }
    }

    void refused() {
        refused.increment();
    }

    void close() {
        sink.close();
    }
}
