package com.example.cache;

import com.example.harness.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Three groups of consumers read the same views, each with another assignor; each gets a member more. Every product is viewed
 * once before, and once after.
 */
final class ConsumerCaches implements AutoCloseable {
    private static final String HRW = "example-cache-hrw";
    private static final String RANGE = "example-cache-range";
    private static final String STICKY = "example-cache-sticky";

    private static final int BEFORE = 4;
    /** All is assigned when nothing has changed for so many looks, 50 ms apart. */
    private static final int SAME_ASSIGNMENTS = 20;

    private final String bootstrapServers;
    private final ConsumerGroup hrw;
    private final ConsumerGroup range;
    private final ConsumerGroup sticky;

    ConsumerCaches(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.hrw = group(HRW, "io.keystead.kafka.consumer.HrwAssignor");
        // What a classic consumer has that sets nothing comes down to it.
        this.range = group(RANGE, "org.apache.kafka.clients.consumer.RangeAssignor");
        this.sticky = group(STICKY, "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    }

    private ConsumerGroup group(String id, String assignor) {
        return new ConsumerGroup(bootstrapServers, id, Map.of("partition.assignment.strategy", assignor));
    }

    /** The names of the groups. */
    static String[] groups() {
        return new String[] {HRW, RANGE, STICKY};
    }

    private List<ConsumerGroup> all() {
        return List.of(hrw, range, sticky);
    }

    /** Warms the caches, adds a member to each group, and has every product viewed once more. */
    void run() throws Exception {
        for (int i = 0; i < BEFORE; i++) {
            all().forEach(ConsumerGroup::addMember);
        }
        awaitAssignments();
        viewAll();
        all().forEach(ConsumerGroup::addMember);
        awaitAssignments();
        all().forEach(ConsumerGroup::count);
        viewAll();
    }

    HitRate hrw() {
        return hrw.hitRate();
    }

    HitRate range() {
        return range.hitRate();
    }

    HitRate sticky() {
        return sticky.hitRate();
    }

    /** How many partitions the member has that was added to the group with HRW. */
    int partitionsOfNew() {
        return hrw.assignment().get(BEFORE).size();
    }

    private void viewAll() throws Exception {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "linger.ms",
                5,
                "partitioner.class",
                "io.keystead.kafka.producer.HrwPartitioner");
        List<Integer> before = looks();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (Producer<String, String> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
            for (String product : Products.all()) {
                sent.add(producer.send(new ProducerRecord<>(ConsumerGroup.VIEWS, product, "")));
            }
        }
        for (Future<RecordMetadata> view : sent) {
            view.get();
        }
        List<Integer> due = before.stream().map(looks -> looks + Products.COUNT).collect(Collectors.toList());
        Condition.await("every group has seen every product", () -> looks().equals(due));
    }

    private List<Integer> looks() {
        return all().stream().map(group -> group.hitRate().looks()).collect(Collectors.toList());
    }

    /** Until every partition of every group has its member, and nothing has changed for a while. */
    private void awaitAssignments() throws Exception {
        Supplier<List<List<Set<Integer>>>> assignments =
                () -> all().stream().map(ConsumerGroup::assignment).collect(Collectors.toList());
        List<List<Set<Integer>>> last = new ArrayList<>();
        int[] same = new int[1];
        Condition.await("every partition has its consumer", () -> {
            List<List<Set<Integer>>> now = assignments.get();
            boolean still = now.stream().allMatch(ConsumerGroup::isWhole) && now.equals(last);
            same[0] = still ? same[0] + 1 : 0;
            last.clear();
            last.addAll(now);
            return same[0] >= SAME_ASSIGNMENTS;
        });
    }

    @Override
    public void close() {
        all().parallelStream().forEach(ConsumerGroup::close);
    }
}
