package io.keystead.compat.agreement;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.sandbox.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The writers that are this project's own: the packaged jars beside Kafka's and Flink's, in JVMs of their own. */
enum JavaWriters implements Writer {
    /** Kafka's producer with the partitioner. */
    PRODUCER {
        @Override
        public void write(String bootstrapServers, Map<String, Plan> plans, KeySet keys) throws Exception {
            String classPath = Built.classPath(
                    Built.clientJar(),
                    Built.client("kafka-clients", Built.KAFKA),
                    Built.log(),
                    Built.codeOf(ProducerProgram.class));
            run(classPath, ProducerProgram.class, arguments(bootstrapServers, keys, plans));
        }
    },

    /** Kafka Streams, which reads the keys from a topic. */
    STREAMS {
        @Override
        public void write(String bootstrapServers, Map<String, Plan> plans, KeySet keys) throws Exception {
            String application = "copies-" + UUID.randomUUID();
            String input = application + "-in";
            try (Topics topics = new Topics(bootstrapServers)) {
                topics.create(input, 1, 1);
            }
            // Whoever writes it: it has one partition.
            PRODUCER.write(bootstrapServers, Map.of(input, Plan.of("input", "0")), keys);
            String classPath = Built.classPath(
                    Built.clientJar(),
                    Built.client("kafka-clients", Built.KAFKA),
                    Built.client("kafka-streams", Built.KAFKA),
                    Built.log(),
                    Built.codeOf(StreamsProgram.class));
            Path directory = Files.createTempDirectory("streams");
            try {
                List<String> arguments = new ArrayList<>(List.of(
                        bootstrapServers, application, directory.toString(), input, Integer.toString(keys.size())));
                plans.forEach((topic, plan) -> arguments.addAll(Job.arguments(topic, plan.properties())));
                run(classPath, StreamsProgram.class, arguments);
            } finally {
                delete(directory);
            }
        }

        /** They are written too, where the application's producer likes, for which the plan does not hold. */
        @Override
        public boolean spreadsKeylessByPlan() {
            return false;
        }
    },

    /** Flink's Kafka sink with the sink's partitioner. */
    FLINK_SINK {
        @Override
        public void write(String bootstrapServers, Map<String, Plan> plans, KeySet keys) throws Exception {
            String classPath = Built.classPath(
                    Built.flinkJar(), Built.connector("flink-2"), Built.flink("v2"), Built.codeOf(FlinkProgram.class));
            run(classPath, FlinkProgram.class, arguments(bootstrapServers, keys, plans));
        }
    };

    private static final int MEGABYTES = 384;

    private static List<String> arguments(String bootstrapServers, KeySet keys, Map<String, Plan> plans) {
        List<String> arguments =
                new ArrayList<>(List.of(bootstrapServers, keys.file().toString()));
        plans.forEach((topic, plan) -> arguments.addAll(Job.arguments(topic, plan.properties())));
        return arguments;
    }

    private static void run(String classPath, Class<?> main, List<String> arguments) throws Exception {
        try (Program program = Program.java(classPath, MEGABYTES, main, arguments)) {
            program.finish();
        }
    }

    private static void delete(Path directory) throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
