package com.example.mirror;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;

/** {@code Grow BOOTSTRAP TOPIC PARTITIONS}: adds partitions to a topic; when it ends, a producer that starts sees them. */
public final class Grow {
    private Grow() {}

    public static void main(String[] args) throws Exception {
        int partitions = Integer.parseInt(args[2]);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
            admin.createPartitions(Map.of(args[1], NewPartitions.increaseTo(partitions))).all().get();
            while (partitions(admin, args[1]) < partitions) {
                Thread.sleep(100);
            }
        }
    }

    private static int partitions(Admin admin, String topic) throws Exception {
        return admin.describeTopics(List.of(topic)).topicNameValues().get(topic).get().partitions().size();
    }
}
