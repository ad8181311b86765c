package com.example.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** One click of each of many users, written by weight, and where they went. */
final class Clicks {
    static final int USERS = 40_000;

    private static final int LARGE_ONES = FleetApp.PARTITIONS - FleetApp.FIRST_LARGE;
    private static final double ALL = FleetApp.FIRST_LARGE + FleetApp.LARGE * LARGE_ONES;

    private final int[] records = new int[FleetApp.PARTITIONS];

    /** Writes them, and returns when Kafka has them. */
    static Clicks write(String bootstrapServers) throws InterruptedException, ExecutionException {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "linger.ms",
                5,
                "partitioner.class",
                "io.keystead.kafka.producer.HrwPartitioner",
                "keystead.topic." + FleetApp.CLICKS + ".weights",
                FleetApp.WEIGHTS);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (Producer<String, String> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
            for (int user = 0; user < USERS; user++) {
                sent.add(producer.send(new ProducerRecord<>(FleetApp.CLICKS, "user-" + user, "/")));
            }
        }
        Clicks clicks = new Clicks();
        for (Future<RecordMetadata> record : sent) {
            clicks.records[record.get().partition()]++;
        }
        return clicks;
    }

    /** How many each small partition should get, or each large one. */
    static double expected(boolean large) {
        return USERS * share(large);
    }

    private static double share(boolean large) {
        return (large ? FleetApp.LARGE : 1) / ALL;
    }

    int fewest(boolean large) {
        return partitions(large).stream()
                .mapToInt(partition -> records[partition])
                .min()
                .orElseThrow();
    }

    int most(boolean large) {
        return partitions(large).stream()
                .mapToInt(partition -> records[partition])
                .max()
                .orElseThrow();
    }

    /**
     * How far the partition is off that is furthest off, in standard deviations: whether a user is on a partition with the
     * share p is a draw with probability p, so of n users there are np on it, give or take sqrt(np(1 - p)).
     */
    double furthestOff(boolean large) {
        double deviation = Math.sqrt(USERS * share(large) * (1 - share(large)));
        return Math.max(expected(large) - fewest(large), most(large) - expected(large)) / deviation;
    }

    private static List<Integer> partitions(boolean large) {
        List<Integer> partitions = new ArrayList<>();
        for (int partition = 0; partition < FleetApp.PARTITIONS; partition++) {
            if ((partition >= FleetApp.FIRST_LARGE) == large) {
                partitions.add(partition);
            }
        }
        return partitions;
    }
}
