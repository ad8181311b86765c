package com.example.polyglot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
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

    private final int orders;
    private final List<String> wrong = new ArrayList<>();

    /** @param orders that each language writes */
    Report(int orders) {
        this.orders = orders;
    }

    void written(String language, String client) {
        line(language, "%,d orders by %s", orders, client);
    }

    /** That {@code keystead verify} found every record right. */
    void verified(Program verify) {
        System.out.printf("%n%s%s%n", verify.out(), verify.err());
        String right = String.format(Locale.ROOT, "%,d", LANGUAGES * orders);
        expect(verify.exitCode() == 0, "keystead verify ended with " + verify.exitCode());
        expect(
                verify.out().lines().anyMatch(line -> line.matches("right +" + right)),
                "keystead verify did not find " + right + " records right");
    }

    /** That each key is in one partition, its old one or the new one, and the new one has its share. */
    void placed(String bootstrapServers, String topic) {
        Map<String, Set<Integer>> partitions = new HashMap<>();
        int[] records = new int[1];
        TopicReader.read(
                bootstrapServers,
                topic,
                entry -> {
                    records[0]++;
                    partitions
                            .computeIfAbsent(new String(entry.key(), UTF_8), key -> new TreeSet<>())
                            .add(entry.partition());
                },
                () -> true);
        long alike =
                partitions.values().stream().filter(some -> some.size() == 1).count();
        long stayed = partitions.entrySet().stream()
                .filter(entry -> entry.getValue().equals(Set.of(kafkasDefault(entry.getKey()))))
                .count();
        long moved = partitions.values().stream().filter(Set.of(BASE)::equals).count();
        double theory = WEIGHT_OF_NEW / (BASE + WEIGHT_OF_NEW);
        double off = ((double) moved / orders - theory) / Math.sqrt(theory * (1 - theory) / orders);
        line("alike", "%,d of %,d keys in one partition, whoever wrote them", alike, orders);
        line("stayed", "%,d keys where Kafka's default had put them when there were %d partitions", stayed, BASE);
        line("moved", "%,d keys to the new one; in theory %,.0f, off by %+.1f sigma", moved, theory * orders, off);
        expect(records[0] == LANGUAGES * orders && partitions.size() == orders, "not all was written once by each");
        expect(alike == orders, "languages disagree about a key");
        expect(stayed + moved == orders, "a key moved between old partitions");
        expect(Math.abs(off) <= SIGMAS, "the new partition has not its share");
    }

    private static int kafkasDefault(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(UTF_8))) % BASE;
    }

    /** Whether all was as it should be. */
    boolean isGood() {
        if (wrong.isEmpty()) {
            System.out.println("Every key is in one partition, whatever language wrote it.");
        }
        wrong.forEach(what -> System.err.println("wrong: " + what));
        return wrong.isEmpty();
    }

    private void expect(boolean good, String otherwise) {
        if (!good) {
            wrong.add(otherwise);
        }
    }

    private static void line(String what, String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, "%-12s", what) + String.format(Locale.ROOT, format, values));
    }
}
