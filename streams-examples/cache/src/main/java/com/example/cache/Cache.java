package com.example.cache;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Adds a member to groups of consumers and to Flink jobs whose members have caches, and measures what they still know. */
@Command(
        name = "cache",
        description =
                "Adds a member to groups of consumers and to Flink jobs whose members have caches, and measures how many "
                        + "looks are still answered from them.")
final class Cache extends Example {
    private static final double SIGMAS = 5;

    public static void main(String[] args) {
        main(new Cache(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        consumers(cluster, screen);
        subtasks(screen);
        screen.line("");
        return """
                Caches stay warm but for the share of the new member. A miss costs a question to the origin, and no answer is
                wrong. State that is kept nowhere else would be lost with the same keys: HRW says who owns, and copies nothing.""";
    }

    private static void consumers(Cluster cluster, Screen screen) throws Exception {
        cluster.create(ConsumerGroup.VIEWS, ConsumerGroup.PARTITIONS);
        cluster.uses(ConsumerCaches.groups());
        try (ConsumerCaches caches = new ConsumerCaches(cluster.bootstrapServers())) {
            screen.note("three groups of consumers are starting");
            caches.run();
            screen.line("A fifth consumer joins four; then each of %,d products is viewed once more:", Products.COUNT);
            show(screen, "HrwAssignor", "consumersHrw", caches.hrw());
            show(screen, "RangeAssignor, Kafka's default", "consumersRange", caches.range());
            show(screen, "CooperativeStickyAssignor", "consumersSticky", caches.sticky());
            screen.line(
                    "  the new one has %d of %d partitions with HrwAssignor",
                    caches.partitionsOfNew(), ConsumerGroup.PARTITIONS);
            screen.fact("partitionsOfNew", caches.partitionsOfNew());
            // What goes to the new one is cold; of the rest, as much again may move where few partitions are dealt.
            double ofNew = (double) caches.partitionsOfNew() / ConsumerGroup.PARTITIONS;
            screen.expect(
                    caches.hrw().share() >= 1 - 2 * ofNew,
                    "more of the consumers' caches is cold than twice the new one's part");
            screen.expect(
                    caches.hrw().share() > caches.range().share(),
                    "consumers' caches are no warmer than with RangeAssignor");
        }
    }

    private static void subtasks(Screen screen) throws Exception {
        screen.note("two Flink jobs are running, each twice");
        HitRate hrw = SubtaskCaches.hrw();
        HitRate flink = SubtaskCaches.flink();
        screen.line("");
        screen.line("A Flink job goes from four subtasks to five; then each product is viewed once more:");
        show(screen, "HrwStreams.keyBy", "subtasksHrw", hrw);
        show(screen, "keyBy, Flink's own", "subtasksFlink", flink);
        // Of 4,096 slots each goes to the new subtask with probability 1/5, and with it the products that are in it.
        double deviation = Math.sqrt(0.2 * 0.8 * (1.0 / 4096 + 1.0 / Products.COUNT));
        screen.expect(
                Math.abs(hrw.share() - 0.8) <= SIGMAS * deviation,
                "subtasks' hits are off 80 %% by more than %.0f sigma",
                SIGMAS);
        screen.expect(hrw.share() > flink.share(), "subtasks' caches are no warmer than with Flink's own keyBy");
    }

    private static void show(Screen screen, String what, String fact, HitRate rate) {
        screen.line("  %-32s %5.1f %% hits, %,6d questions to the origin", what, 100 * rate.share(), rate.misses());
        screen.fact(fact, rate);
    }
}
