package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.keystead.compat.Program;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.sandbox.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Topics of one size, a topic for each plan, which writers fill one after the other. Not thread-safe. */
final class Round {
    private static final int SHOWN = 5;

    private final String bootstrapServers;
    private final KeySet keys;
    private final Sightings sightings;
    private final int partitions;
    private final Map<String, Plan> plans;
    /** The moment from which on the topics have this size. */
    private final Instant since;

    private Round(
            String bootstrapServers,
            KeySet keys,
            Sightings sightings,
            int partitions,
            Map<String, Plan> plans,
            Instant since) {
        this.bootstrapServers = bootstrapServers;
        this.keys = keys;
        this.sightings = sightings;
        this.partitions = partitions;
        this.plans = plans;
        this.since = since;
    }

    /** Makes a topic for each plan. */
    static Round create(String bootstrapServers, KeySet keys, int partitions, List<Plan> plans) throws Exception {
        Map<String, Plan> byTopic = new LinkedHashMap<>();
        try (Topics topics = new Topics(bootstrapServers)) {
            for (Plan plan : plans) {
                String topic = "keys-" + plan.name();
                topics.create(topic, partitions, 1);
                byTopic.put(topic, plan);
            }
        }
        Sightings sightings = new Sightings(bootstrapServers, keys);
        return new Round(bootstrapServers, keys, sightings, partitions, byTopic, Instant.EPOCH);
    }

    /** Makes the topics larger by one partition, which is a candidate in each plan from here on. */
    Round grow(String weight) throws Exception {
        String added = Integer.toString(partitions);
        Map<String, Plan> grown = new LinkedHashMap<>();
        try (Topics topics = new Topics(bootstrapServers)) {
            for (Map.Entry<String, Plan> entry : plans.entrySet()) {
                topics.grow(entry.getKey(), partitions + 1);
                grown.put(entry.getKey(), entry.getValue().with(added, weight));
            }
        }
        // Records of the earlier size have earlier times.
        Thread.sleep(10);
        return new Round(bootstrapServers, keys, sightings, partitions + 1, grown, Instant.now());
    }

    List<Plan> plans() {
        return List.copyOf(plans.values());
    }

    private String topic(Plan plan) {
        return "keys-" + plan.name();
    }

    /** A writer fills all topics, and each of its records with a key lies on the key's owner. */
    void assertWrites(Writer writer) throws Exception {
        writer.write(bootstrapServers, plans, keys);
        // All is read before anything is judged: the next writer's records come after it.
        Map<Plan, int[]> seenBy = new LinkedHashMap<>();
        for (Plan plan : plans.values()) {
            seenBy.put(plan, sightings.next(topic(plan), partitions));
        }
        assertAll(seenBy.entrySet().stream().map(entry -> () -> {
            Plan plan = entry.getKey();
            assertOwners(plan, writer, plan.owners(keys), entry.getValue());
            assertChecked(plan, entry.getValue());
            assertKeyless(plan, writer, entry.getValue());
        }));
    }

    private void assertOwners(Plan plan, Writer writer, int[] owners, int[] seen) throws Exception {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (int line = 0; line < keys.size(); line++) {
            byte[] key = keys.key(line);
            if (key != null && seen[line] != owners[line] && ++count <= SHOWN) {
                String found = seen[line] == Sightings.NOT_SEEN ? "nowhere" : Integer.toString(seen[line]);
                wrong.add(Steps.disagreement(plan.topology(), key, owners[line], found, writer.explain(plan, key)));
            }
        }
        assertThat(wrong)
                .as("%s by %s: %s keys of key set %s not on their owner", plan, writer, count, KeySet.SEED)
                .isEmpty();
    }

    /** The check for readers agrees with what was seen. */
    private void assertChecked(Plan plan, int[] seen) {
        HrwPartitionCheck check = HrwPartitionCheck.of(plan.topology());
        for (int line = 0; line < keys.size(); line++) {
            byte[] key = keys.key(line);
            if (key != null) {
                assertThat(check.check(key, seen[line])).as("line %s", line).isEqualTo(Verdict.RIGHT);
            }
        }
    }

    private void assertKeyless(Plan plan, Writer writer, int[] seen) {
        Set<Integer> used = new TreeSet<>();
        for (int line = 0; line < keys.size(); line++) {
            if (keys.key(line) == null) {
                used.add(seen[line]);
            }
        }
        assertThat(used).as("partitions of the records without a key").doesNotContain(Sightings.NOT_SEEN);
        assertThat(used.size()).as("partitions of the records without a key").isGreaterThan(1);
        if (writer.spreadsKeylessByPlan()) {
            Set<Integer> active = plan.topology().active().stream()
                    .map(candidate -> Integer.valueOf(candidate.id()))
                    .collect(Collectors.toSet());
            assertThat(active)
                    .as("partitions that may have records without a key")
                    .containsAll(used);
        }
    }

    /** The command names the owner of each key. */
    void assertCommandAgrees(Plan plan) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("owner", "--key-format", "hex"));
        arguments.addAll(plan.options());
        Program.Ended ended = Program.keystead(keys.keyed(), arguments);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        List<String> answers = ended.out().lines().toList();
        int[] lines = keys.keyedLines();
        int[] owners = plan.owners(keys);
        assertThat(answers).hasSize(lines.length);
        for (int i = 0; i < lines.length; i++) {
            String answer = answers.get(i);
            assertThat(answer.substring(answer.indexOf('\t') + 1))
                    .as("keystead owner of line %s", lines[i])
                    .isEqualTo(Integer.toString(owners[lines[i]]));
        }
    }

    /** Flink's partitioner sends each key to the subtask with its owner's number. */
    void assertFlinkAgrees(Plan plan) {
        io.keystead.flink.partition.HrwPartitioner<byte[]> partitioner = plan.ofFlink();
        assertThat(keys.partitions(key -> partitioner.partition(key, partitions)))
                .isEqualTo(plan.owners(keys));
    }

    /** The command finds nothing wrong in the topic, of all that was written since it has this size. */
    void assertVerified(Plan plan, int writers) throws Exception {
        Program.Ended ended = verify(plan);
        assertThat(ended.exitCode())
                .as("exit code of keystead verify, which wrote %s%s", ended.out(), ended.err())
                .isZero();
        int keyed = keys.size() - keys.withoutKey();
        assertThat(ended.out().replace(",", ""))
                .containsPattern("(?m)^right +" + writers * keyed + "$")
                .containsPattern("(?m)^wrong +0$");
    }

    private Program.Ended verify(Plan plan) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("verify", topic(plan), "--bootstrap-server", bootstrapServers));
        if (since.isAfter(Instant.EPOCH)) {
            arguments.addAll(List.of("--since", since.toString()));
        }
        arguments.addAll(plan.options());
        return Program.keystead(arguments);
    }

    /** Of the keys whose owner changed since an earlier round, all belong to the new partition now, and there are some. */
    void assertOnlyTheNewPartitionGained(Round earlier) {
        plans.forEach((topic, plan) -> {
            int[] before = earlier.plans.getOrDefault(topic, plan).owners(keys);
            int[] after = plan.owners(keys);
            Set<Integer> gained = new TreeSet<>();
            for (int line = 0; line < keys.size(); line++) {
                if (before[line] != after[line]) {
                    gained.add(after[line]);
                }
            }
            assertThat(gained).as("%s: who gained keys", plan).containsExactly(partitions - 1);
        });
    }

    /**
     * A writer that goes by another plan differs on those keys whose owners are others, on no other, and the command names
     * the cause.
     */
    void assertStaleWriterIsNamed(Writer writer, Plan plan, Plan stale, String cause) throws Exception {
        String topic = topic(plan) + "-stale-" + writer.toString().replaceAll("\\W+", "-");
        try (Topics topics = new Topics(bootstrapServers)) {
            topics.create(topic, partitions, 1);
        }
        writer.write(bootstrapServers, Map.of(topic, stale), keys);
        int[] seen = sightings.next(topic, partitions);
        int[] owners = plan.owners(keys);
        int[] expected = stale.owners(keys);
        Set<Integer> lost = new TreeSet<>();
        for (int line = 0; line < keys.size(); line++) {
            if (keys.key(line) != null) {
                assertThat(seen[line]).as("line %s by %s", line, writer).isEqualTo(expected[line]);
                if (seen[line] != owners[line]) {
                    lost.add(owners[line]);
                }
            }
        }
        Topology all = plan.topology();
        Set<Integer> missing = all.active().stream()
                .filter(candidate -> !stale.topology().active().contains(candidate))
                .map(candidate -> Integer.valueOf(candidate.id()))
                .collect(Collectors.toSet());
        assertThat(lost).as("the owners of the keys that lie elsewhere").isEqualTo(missing);
        List<String> arguments = new ArrayList<>(List.of("verify", topic, "--bootstrap-server", bootstrapServers));
        arguments.addAll(plan.options());
        Program.Ended ended = Program.keystead(arguments);
        assertThat(ended.exitCode()).as(ended.err()).isOne();
        assertThat(ended.out()).contains(cause);
    }

    void close() {
        sightings.close();
    }

    /** How many keys have the same owner by both. */
    static long equal(int[] one, int[] other) {
        long equal = 0;
        for (int i = 0; i < one.length; i++) {
            if (one[i] >= 0 && one[i] == other[i]) {
                equal++;
            }
        }
        return equal;
    }

    /** How many of them are keys. */
    static long owned(int[] owners) {
        return Arrays.stream(owners).filter(owner -> owner >= 0).count();
    }
}
