package io.keystead.kafka.broker;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Instances of a Streams application, each in a JVM of its own, and what the broker says of their group. */
final class LiveStreams implements AutoCloseable {
    /** The instance on which each task is active, and on which it is a standby. */
    record Tasks(Map<String, String> active, Map<String, String> standby) {}

    private final String servers;
    private final String application;
    private final Path directory;
    private final int tasks;
    private final Admin admin;
    private final Map<String, OwnJvm> instances = new LinkedHashMap<>();

    LiveStreams(String servers, String application, Path directory, int tasks) {
        this.servers = servers;
        this.application = application;
        this.directory = directory;
        this.tasks = tasks;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
    }

    /** Sets properties of the group, which need not exist yet. */
    void configure(Map<String, String> properties) throws Exception {
        List<AlterConfigOp> sets = properties.entrySet().stream()
                .map(property -> new AlterConfigOp(
                        new ConfigEntry(property.getKey(), property.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, application), sets))
                .all()
                .get();
    }

    /** An instance that has run before finds its state where it was. */
    void start(String... names) throws Exception {
        for (String name : names) {
            String state = directory.resolve(name).toString();
            instances.put(name, OwnJvm.start(TaskProbe.class, servers, application, name, state, "in", "out"));
        }
    }

    /** As {@code kill -9}. */
    void kill(String name) {
        instances.remove(name).close();
    }

    /** Where the tasks are, once so many instances have settled and each task has an active and a standby. */
    Tasks awaitInstances(int count) throws Exception {
        return Await.until(this::described, seen -> seen.members == count && seen.isSettled, this::output).tasks;
    }

    private record Seen(int members, boolean isSettled, Tasks tasks) {}

    private Seen described() throws Exception {
        Tasks seen = new Tasks(new TreeMap<>(), new TreeMap<>());
        StreamsGroupDescription group;
        try {
            group = admin.describeStreamsGroups(List.of(application))
                    .all()
                    .get()
                    .get(application);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return new Seen(0, false, seen);
            }
            throw e;
        }
        group.members().forEach(member -> {
            String name = instances.keySet().stream()
                    .filter(member.clientId()::startsWith)
                    .findFirst()
                    .orElse(member.clientId());
            put(member.assignment().activeTasks(), name, seen.active);
            put(member.assignment().standbyTasks(), name, seen.standby);
        });
        boolean isSettled =
                group.groupState() == GroupState.STABLE && seen.active.size() == tasks && seen.standby.size() == tasks;
        return new Seen(group.members().size(), isSettled, seen);
    }

    private static void put(List<TaskIds> ids, String name, Map<String, String> where) {
        ids.forEach(id -> id.partitions().forEach(partition -> where.put(id.subtopologyId() + "_" + partition, name)));
    }

    String output() {
        StringBuilder all = new StringBuilder();
        instances.forEach((name, jvm) -> all.append(name).append(": ").append(jvm.output()));
        return all.toString();
    }

    @Override
    public void close() {
        instances.values().forEach(OwnJvm::close);
        admin.close();
    }
}
