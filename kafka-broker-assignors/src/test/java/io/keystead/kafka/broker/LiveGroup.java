package io.keystead.kafka.broker;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.PartitionBalance;
import io.keystead.hrw.balance.SubscribedTopic;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Consumers of one topic, each in a JVM of its own, and what the broker says of their group. */
final class LiveGroup implements AutoCloseable {
    private final String servers;
    private final String group;
    private final String topic;
    private final int partitions;
    private final Admin admin;
    private final Map<String, OwnJvm> members = new LinkedHashMap<>();

    LiveGroup(String servers, String group, String topic, int partitions) {
        this.servers = servers;
        this.group = group;
        this.topic = topic;
        this.partitions = partitions;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
    }

    void start(String... instances) throws Exception {
        for (String instance : instances) {
            members.put(instance, OwnJvm.start(ConsumerProbe.class, servers, group, instance, topic));
        }
    }

    /** As {@code kill -9}: the broker finds out by itself. */
    void kill(String... instances) {
        List.of(instances).forEach(instance -> members.remove(instance).close());
    }

    /** The partitions of each member by its instance id, once exactly these members share all partitions. */
    Map<String, Set<Integer>> awaitMembers(String... instances) throws Exception {
        return Await.until(this::described, seen -> seen.keySet().equals(Set.of(instances)), this::output);
    }

    /** What the assignor would say, by the rule alone. */
    Map<String, Set<Integer>> expected(String... instances) throws Exception {
        Uuid uuid = admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .topicId();
        List<String> owners = PartitionBalance.assign(
                        KeyHash.xxh3(0),
                        List.of(SubscribedTopic.of(uuid.toString(), partitions, List.of(instances))),
                        List.of(instances).stream().map(Candidate::of).toList(),
                        0.25,
                        false)
                .owners(uuid.toString());
        Map<String, Set<Integer>> expected = new TreeMap<>();
        for (int partition = 0; partition < owners.size(); partition++) {
            expected.computeIfAbsent(owners.get(partition), unseen -> new TreeSet<>())
                    .add(partition);
        }
        return expected;
    }

    /** Empty while the group is at work on it. */
    private Map<String, Set<Integer>> described() throws Exception {
        ConsumerGroupDescription description;
        try {
            description =
                    admin.describeConsumerGroups(List.of(group)).all().get().get(group);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e;
        }
        Map<String, Set<Integer>> seen = new TreeMap<>();
        List<Integer> all = new ArrayList<>();
        description
                .members()
                .forEach(member -> member.assignment().topicPartitions().forEach(partition -> {
                    seen.computeIfAbsent(member.groupInstanceId().orElseThrow(), unseen -> new TreeSet<>())
                            .add(partition.partition());
                    all.add(partition.partition());
                }));
        boolean isSettled = description.groupState() == GroupState.STABLE && all.size() == partitions;
        return isSettled || description.members().isEmpty()
                ? seen
                : Map.of("(" + description.groupState() + ")", Set.of());
    }

    private String output() {
        StringBuilder all = new StringBuilder();
        members.forEach((instance, jvm) -> all.append(instance).append(": ").append(jvm.output()));
        return all.toString();
    }

    @Override
    public void close() {
        members.values().forEach(OwnJvm::close);
        admin.close();
    }
}
