package com.example.fleet;

import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;

/** Clicks and who works on them: an application that counts them by user, and a group of consumers that reads them. */
final class FleetApp {
    static final String CLICKS = "example-mixed-fleet-clicks";
    static final String ID = "example-mixed-fleet-app";
    static final String GROUP = "example-mixed-fleet-readers";
    static final String CHANGELOG = ID + "-clicks-by-user-changelog";
    static final int PARTITIONS = 24;

    /** Partitions 16 to 23 are on brokers with larger disks. */
    static final int FIRST_LARGE = 16;

    static final double LARGE = 2.5;
    static final String WEIGHTS = FIRST_LARGE + "-" + (PARTITIONS - 1) + ":" + LARGE;

    /** With few partitions evenness is worth more than the moves that it costs; see docs/consumers.md. */
    static final double SLACK = 0;

    /** How far a copy of a state may be behind and is taken for caught up, in records. */
    static final long ACCEPTABLE_LAG = 100;

    private FleetApp() {}

    /** All partitions. */
    static List<Integer> all() {
        return IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toList());
    }

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(CLICKS, Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .count(Materialized.as("clicks-by-user"));
        return builder.build();
    }

    /** The properties of the application's instance on a machine. */
    static Properties instance(String bootstrapServers, String machine, String rack, int threads, String directory) {
        Properties all = new Properties();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, ID);
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.put(StreamsConfig.STATE_DIR_CONFIG, directory);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 200);
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);

        // Tasks by weight, which is the number of threads, and standbys in another rack.
        all.put(StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG, "io.keystead.kafka.streams.HrwTaskAssignor");
        all.put(StreamsConfig.CLIENT_TAG_PREFIX + "keystead.member.id", machine);
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        all.put("keystead.assignor.slack", SLACK);
        all.put("client.rack", rack);
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        all.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, ACCEPTABLE_LAG);

        all.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        all.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 1000);
        return all;
    }

    /** The properties of the consumer on a machine. */
    static Properties reader(String bootstrapServers, String machine, int weight) {
        Properties all = new Properties();
        all.put("bootstrap.servers", bootstrapServers);
        all.put("group.id", GROUP);
        all.put("group.protocol", "classic");
        all.put("partition.assignment.strategy", "io.keystead.kafka.consumer.HrwAssignor");
        all.put("keystead.member.id", machine);
        all.put("keystead.member.weight", weight);
        all.put("keystead.assignor.slack", SLACK);
        all.put("session.timeout.ms", 6000);
        all.put("heartbeat.interval.ms", 1000);
        return all;
    }
}
