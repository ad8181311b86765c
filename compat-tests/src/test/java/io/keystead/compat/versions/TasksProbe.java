package io.keystead.compat.versions;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A program that somebody might have: two instances of an application in one JVM, whose tasks the plugin's assignor deals
 * out, with the plugin's jar and one version of Kafka Streams, nothing else. Prints who has which tasks until its input
 * ends.
 */
final class TasksProbe {
    private TasksProbe() {}

    /** Arguments: the bootstrap address, the application's id, a directory. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (KafkaStreams one = instance(args, "one");
                KafkaStreams two = instance(args, "two")) {
            one.start();
            two.start();
            while (System.in.available() == 0) {
                System.out.println("one=" + tasks(one) + " two=" + tasks(two));
                TimeUnit.MILLISECONDS.sleep(200);
            }
            one.close(Duration.ofSeconds(10));
            two.close(Duration.ofSeconds(10));
        }
    }

    private static KafkaStreams instance(String[] args, String name) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", args[0]);
        properties.put("application.id", args[1]);
        properties.put("state.dir", args[2] + "/" + name);
        properties.put("client.id", args[1] + "-" + name);
        properties.put("task.assignor.class", "io.keystead.kafka.streams.HrwTaskAssignor");
        properties.put("client.tag.keystead.member.id", name);
        properties.put("consumer.heartbeat.interval.ms", "300");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(args[1] + "-in", Consumed.with(Serdes.String(), Serdes.String()))
                .to(args[1] + "-out", Produced.with(Serdes.String(), Serdes.String()));
        return new KafkaStreams(builder.build(), properties);
    }

    private static String tasks(KafkaStreams instance) {
        TreeSet<String> active = new TreeSet<>();
        instance.metadataForLocalThreads()
                .forEach(thread -> thread.activeTasks()
                        .forEach(task -> active.add(task.taskId().toString())));
        return String.join(",", active);
    }
}
