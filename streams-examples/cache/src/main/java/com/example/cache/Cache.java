package com.example.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Adds a member to groups of consumers and to Flink jobs whose members have caches, and measures what they still know. */
@Command(
        name = "cache",
        mixinStandardHelpOptions = true,
        version = "1.0",
        description =
                "Adds a member to groups of consumers and to Flink jobs whose members have caches, and measures how many "
                        + "looks are still answered from them.")
final class Cache implements Callable<Integer> {
    private static final double SIGMAS = 5;

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT",
            description = "The Kafka to use. The example makes a topic there and deletes it at its end.")
    private String bootstrapServers = "";

    /** Ends with 0 if caches stay warm as is promised, 1 if not, 2 if it could not be tried. */
    public static void main(String[] args) {
        CommandLine command = new CommandLine(new Cache());
        command.setParameterExceptionHandler((e, arguments) -> failed(e.getMessage() + "; allowed: see --help"));
        command.setExecutionExceptionHandler(
                (e, self, parsed) -> failed(e instanceof Unusable ? e.getMessage() : e.toString()));
        System.exit(command.execute(args));
    }

    private static int failed(String message) {
        System.err.println("cache: " + message);
        return 2;
    }

    @Override
    public Integer call() throws Exception {
        List<String> broken = new ArrayList<>();
        consumers(broken);
        subtasks(broken);
        line("");
        if (!broken.isEmpty()) {
            line("This was promised and is not so: %s.", String.join("; ", broken));
            return 1;
        }
        line(
                "Caches stay warm but for the share of the new member. A miss costs a question to the origin, and no answer is");
        line(
                "wrong. State that is kept nowhere else would be lost with the same keys: HRW says who owns, and copies nothing.");
        return 0;
    }

    private void consumers(List<String> broken) throws Exception {
        try (Cluster cluster = Cluster.prepare(bootstrapServers);
                ConsumerCaches caches = new ConsumerCaches(cluster.bootstrapServers())) {
            note("three groups of consumers are starting");
            caches.run();
            line("A fifth consumer joins four; then each of %,d products is viewed once more:", Products.COUNT);
            show("HrwAssignor", caches.hrw());
            show("RangeAssignor, Kafka's default", caches.range());
            show("CooperativeStickyAssignor", caches.sticky());
            double ofNew = (double) caches.partitionsOfNew() / ConsumerGroup.PARTITIONS;
            line(
                    "  the new one has %d of %d partitions with HrwAssignor",
                    caches.partitionsOfNew(), ConsumerGroup.PARTITIONS);
            // What goes to the new one is cold; of the rest, as much again may move where few partitions are dealt.
            if (caches.hrw().share() < 1 - 2 * ofNew
                    || caches.hrw().share() <= caches.range().share()) {
                broken.add("consumers' caches stay warm");
            }
        }
    }

    private static void subtasks(List<String> broken) throws Exception {
        note("two Flink jobs are running, each twice");
        HitRate hrw = SubtaskCaches.hrw();
        HitRate flink = SubtaskCaches.flink();
        line("");
        line("A Flink job goes from four subtasks to five; then each product is viewed once more:");
        show("HrwStreams.keyBy", hrw);
        show("keyBy, Flink's own", flink);
        // Of 4,096 slots each goes to the new subtask with probability 1/5, and with it the products that are in it.
        double deviation = Math.sqrt(0.2 * 0.8 * (1.0 / 4096 + 1.0 / Products.COUNT));
        if (Math.abs(hrw.share() - 0.8) > SIGMAS * deviation || hrw.share() <= flink.share()) {
            broken.add("subtasks' caches stay warm");
        }
    }

    private static void show(String what, HitRate rate) {
        line("  %-32s %5.1f %% hits, %,6d questions to the origin", what, 100 * rate.share(), rate.misses());
    }

    private static void note(String what) {
        System.err.println("cache: " + what + "...");
    }

    private static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
