package com.example.polyglot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.harness.Screen;
import com.example.harness.TopicReader;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Utils;

/** Holds what was written against what was to be written, and says line by line what it found. */
final class Report {
    private static final double SIGMAS = 5;
    private static final int LANGUAGES = 3;

    private static final int BASE = 12;
    private static final double WEIGHT_OF_NEW = 2.5;

    private final Screen screen;
    private final int orders;

    /** @param orders that each language writes */
    Report(Screen screen, int orders) {
        this.screen = screen;
        this.orders = orders;
    }

    void written(String language, String client) {
        screen.labelled(language, "%,d orders by %s", orders, client);
        screen.fact(language, client);
    }

    /** That {@code keystead verify} found every record right. */
    void verified(Program verify) {
        screen.line("");
        (verify.out() + verify.err()).lines().forEach(line -> screen.line("%s", line));
        screen.line("");
        String right = String.format(Locale.ROOT, "%,d", LANGUAGES * orders);
        screen.fact("verifyExitCode", verify.exitCode());
        screen.expect(verify.exitCode() == 0, "keystead verify ended with %d", verify.exitCode());
        screen.expect(
                verify.out().lines().anyMatch(line -> line.matches("right +" + right)),
                "keystead verify did not find %s records right",
                right);
    }

    /** That each key is in one partition, its old one or the new one, and the new one has its share. */
    void placed(String bootstrapServers, String topic) throws Exception {
        Map<String, Set<Integer>> partitions = new HashMap<>();
        int[] records = new int[1];
        try (TopicReader reader = TopicReader.ofTopics(bootstrapServers, List.of(topic))) {
            reader.readToEnd(entry -> {
                records[0]++;
                partitions
                        .computeIfAbsent(new String(entry.key(), UTF_8), key -> new TreeSet<>())
                        .add(entry.partition());
            });
        }
        long alike =
                partitions.values().stream().filter(some -> some.size() == 1).count();
        long stayed = partitions.entrySet().stream()
                .filter(entry -> entry.getValue().equals(Set.of(kafkasDefault(entry.getKey()))))
                .count();
        long moved = partitions.values().stream().filter(Set.of(BASE)::equals).count();
        double theory = WEIGHT_OF_NEW / (BASE + WEIGHT_OF_NEW);
        double off = ((double) moved / orders - theory) / Math.sqrt(theory * (1 - theory) / orders);
        screen.labelled("alike", "%,d of %,d keys in one partition, whoever wrote them", alike, orders);
        screen.labelled(
                "stayed", "%,d keys where Kafka's default had put them when there were %d partitions", stayed, BASE);
        screen.labelled(
                "moved", "%,d keys to the new one; in theory %,.0f, off by %+.1f sigma", moved, theory * orders, off);
        screen.fact("keys", orders);
        screen.fact("alike", alike);
        screen.fact("stayed", stayed);
        screen.fact("moved", moved);
        screen.expect(
                records[0] == LANGUAGES * orders && partitions.size() == orders, "not all was written once by each");
        screen.expect(alike == orders, "languages disagree about %,d keys", orders - alike);
        screen.expect(stayed + moved == orders, "a key moved between old partitions");
        screen.expect(Math.abs(off) <= SIGMAS, "the new partition has not its share");
    }

    private static int kafkasDefault(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(UTF_8))) % BASE;
    }
}
