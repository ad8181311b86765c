package io.keystead.benchmarks.assign;

import io.keystead.kafka.broker.HrwConsumerAssignor;
import io.keystead.kafka.consumer.HrwAssignor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;

/** The assignors of consumers that are compared, by their label, in the order of the tables. */
final class Peers {
    static final String IN_BROKER = "Keystead hrw, in the broker";
    /** A broker computes assignments in the thread that serves the group's coordinator. */
    static final double MOST_MILLIS_IN_BROKER = 50;

    private Peers() {}

    static Map<String, Function<Group, Assignor>> all() {
        Map<String, Function<Group, Assignor>> all = new LinkedHashMap<>();
        all.put("Kafka range", group -> classic(group, worker -> new RangeAssignor()));
        all.put("Kafka roundrobin", group -> classic(group, worker -> new RoundRobinAssignor()));
        all.put("Kafka sticky", group -> classic(group, worker -> new StickyAssignor()));
        all.put("Kafka cooperative-sticky", group -> classic(group, worker -> new CooperativeStickyAssignor()));
        all.put("Kafka uniform, in the broker", group -> new BrokerAssignor(new UniformAssignor(), group.topics()));
        all.put("Keystead hrw", group -> classic(group, worker -> hrw(worker, "0.25")));
        all.put("Keystead hrw, slack 0", group -> classic(group, worker -> hrw(worker, "0")));
        all.put(IN_BROKER, group -> new BrokerAssignor(hrwInBroker(), group.topics()));
        return all;
    }

    private static Assignor classic(Group group, Function<String, ConsumerPartitionAssignor> plugins) {
        return new ClassicAssignor(plugins, group.topics());
    }

    private static ConsumerPartitionAssignor hrw(String worker, String slack) {
        HrwAssignor assignor = new HrwAssignor();
        assignor.configure(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                "group",
                ConsumerConfig.CLIENT_ID_CONFIG,
                worker,
                "keystead.member.id",
                worker,
                "keystead.assignor.slack",
                slack));
        return assignor;
    }

    private static HrwConsumerAssignor hrwInBroker() {
        return new HrwConsumerAssignor();
    }
}
