package com.example.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.ToIntFunction;

/** The racks, and what becomes of their work. Prints it as it happens. */
final class Fleet {
    /** A partition is further off than that in one run of 70,000 of a fair contest. */
    private static final double SIGMAS = 5;

    /** The share of the lost states that may have to be restored: what their standbys had not read. */
    private static final double RESTORED_AT_MOST = 0.1;

    private static final int SAME_VIEWS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Cluster cluster;
    private final List<RackProcess> racks;
    private final List<String> broken = new ArrayList<>();

    Fleet(Cluster cluster, List<RackProcess> racks) {
        this.cluster = cluster;
        this.racks = new ArrayList<>(racks);
    }

    /** Waits until every machine has its part. */
    void settle() throws Unusable, InterruptedException, ExecutionException {
        note("three racks with two machines each are starting");
        awaitSettled();
    }

    /** Writes, and waits until all is counted and every standby has it. */
    void write(String bootstrapServers) throws Unusable, InterruptedException, ExecutionException {
        note("clicks are being written");
        Clicks clicks = Clicks.write(bootstrapServers);
        await("all clicks are counted", () -> cluster.recordsIn(FleetApp.CHANGELOG, FleetApp.all()) >= Clicks.USERS);
        awaitSettled();
        line(
                "partitions    %d, with keystead.topic.%s.weights=%s",
                FleetApp.PARTITIONS, FleetApp.CLICKS, FleetApp.WEIGHTS);
        for (boolean large : new boolean[] {false, true}) {
            line(
                    "  weight %-3s  %,.0f records expected, %,d to %,d seen, %.1f σ off at most",
                    large ? FleetApp.LARGE : 1,
                    Clicks.expected(large),
                    clicks.fewest(large),
                    clicks.most(large),
                    clicks.furthestOff(large));
            check(clicks.furthestOff(large) <= SIGMAS, "records by weight");
        }
        show("three racks");
        checkTasks();
        checkReads();
        checkStandbys();
    }

    /** Cuts the power of a rack, and waits until the others have its work. */
    void lose(RackProcess rack) throws Unusable, InterruptedException, ExecutionException {
        Map<Integer, String> tasks = tasks();
        Map<Integer, String> standbys = standbys();
        Map<Integer, String> reads = reads();
        Map<Integer, String> orphans = new TreeMap<>(tasks);
        orphans.values().removeIf(machine -> !rack.machines().containsKey(machine));
        tasks.keySet().removeAll(orphans.keySet());
        reads.values().removeIf(rack.machines()::containsKey);
        long restoredBefore = restored();
        long cold = cluster.recordsIn(FleetApp.CHANGELOG, List.copyOf(orphans.keySet()));

        rack.kill();
        racks.remove(rack);
        long killed = System.nanoTime();
        Map<Integer, String> wentOn = new TreeMap<>();
        await("the other racks have all tasks", () -> {
            tasks().forEach(wentOn::putIfAbsent);
            return tasks().size() == FleetApp.PARTITIONS;
        });
        double seconds = (System.nanoTime() - killed) / 1e9;
        awaitSettled();

        long atStandby = orphans.keySet().stream()
                .filter(task -> wentOn.get(task).equals(standbys.get(task)))
                .count();
        long restored = restored() - restoredBefore;
        line("");
        line("rack %s is lost, by SIGKILL: %d tasks without a machine", rack.name(), orphans.size());
        line("  went on     after %.1f s, %d of %d where their standby was", seconds, atStandby, orphans.size());
        line("  restored    %,d records of the %,d in their changelogs", restored, cold);
        line(
                "  moved too   %d other tasks, %d other partitions of consumers",
                moved(tasks, tasks()), moved(reads, reads()));
        show("two racks");
        check(restored <= cold * RESTORED_AT_MOST, "little is restored");
        checkReads();
        checkStandbys();
    }

    private static long moved(Map<Integer, String> before, Map<Integer, String> now) {
        return before.entrySet().stream()
                .filter(had -> !had.getValue().equals(now.get(had.getKey())))
                .count();
    }

    /** Says how it was. */
    boolean judge() {
        System.out.println();
        if (!broken.isEmpty()) {
            System.out.println("This was promised and is not so: " + String.join("; ", broken) + ".");
            return false;
        }
        System.out.println("Work is by weight, and a lost rack's tasks went on in the others with what they knew.");
        return true;
    }

    private void check(boolean holds, String what) {
        if (!holds && !broken.contains(what)) {
            broken.add(what);
        }
    }

    private void checkTasks() {
        views().forEach((machine, view) -> check(view.active().size() <= most(machine), "tasks by weight"));
    }

    private void checkReads() {
        views().forEach((machine, view) ->
                check(view.read().size() <= most(machine), "partitions of consumers by weight"));
    }

    private void checkStandbys() {
        Map<Integer, String> tasks = tasks();
        Map<Integer, String> standbys = standbys();
        for (int task : FleetApp.all()) {
            String standby = standbys.get(task);
            check(standby != null && !rackOf(standby).equals(rackOf(tasks.get(task))), "standbys in another rack");
        }
    }

    private String rackOf(String machine) {
        return racks.stream()
                .filter(rack -> rack.machines().containsKey(machine))
                .findFirst()
                .orElseThrow()
                .name();
    }

    private void show(String title) {
        line("");
        line("%-12s threads  tasks  standbys  partitions read  allowed", title);
        views().forEach((machine, view) -> line(
                "  %-10s %7d  %5d  %8d  %15d  %7d",
                machine,
                threads().get(machine),
                view.active().size(),
                view.standby().size(),
                view.read().size(),
                most(machine)));
    }

    /** How many tasks, or partitions, the machine may have: its share by weight, and the slack. */
    private int most(String machine) {
        int all = threads().values().stream().mapToInt(Integer::intValue).sum();
        return (int)
                Math.ceil((1 + FleetApp.SLACK) * FleetApp.PARTITIONS * threads().get(machine) / all);
    }

    private Map<String, Integer> threads() {
        Map<String, Integer> threads = new TreeMap<>();
        racks.forEach(rack -> threads.putAll(rack.machines()));
        return threads;
    }

    private Map<String, View> views() {
        Map<String, View> views = new TreeMap<>();
        racks.forEach(rack -> rack.machines().keySet().forEach(machine -> views.put(machine, rack.view(machine))));
        return views;
    }

    private Map<Integer, String> tasks() {
        Map<Integer, String> tasks = new TreeMap<>();
        views().forEach((machine, view) -> {
            if (view.state().equals("RUNNING")) {
                view.active().forEach(task -> tasks.put(task, machine));
            }
        });
        return tasks;
    }

    private Map<Integer, String> standbys() {
        Map<Integer, String> standbys = new TreeMap<>();
        views().forEach((machine, view) -> view.standby().forEach(task -> standbys.put(task, machine)));
        return standbys;
    }

    private Map<Integer, String> reads() {
        Map<Integer, String> reads = new TreeMap<>();
        views().forEach((machine, view) -> view.read().forEach(partition -> reads.put(partition, machine)));
        return reads;
    }

    private long restored() {
        return views().values().stream().mapToLong(View::restored).sum();
    }

    /** Until all has its place, every standby has caught up, and both have stayed so for a while. */
    private void awaitSettled() throws Unusable, InterruptedException, ExecutionException {
        Map<String, View> last = new HashMap<>();
        int[] same = new int[1];
        await("every machine has its part", () -> {
            Map<String, View> now = views();
            boolean good = isWhole(now);
            boolean still = good
                    && last.keySet().equals(now.keySet())
                    && now.entrySet().stream().allMatch(view -> view.getValue().hasWhat(last.get(view.getKey())));
            same[0] = still ? same[0] + 1 : 0;
            last.clear();
            last.putAll(now);
            return same[0] >= SAME_VIEWS;
        });
    }

    private static boolean isWhole(Map<String, View> views) {
        return views.values().stream()
                        .allMatch(view -> view.state().equals("RUNNING")
                                && view.lag() >= 0
                                && view.lag() <= FleetApp.ACCEPTABLE_LAG)
                && sum(views, view -> view.active().size()) == FleetApp.PARTITIONS
                && sum(views, view -> view.standby().size()) == FleetApp.PARTITIONS
                && sum(views, view -> view.read().size()) == FleetApp.PARTITIONS;
    }

    private static int sum(Map<String, View> views, ToIntFunction<View> count) {
        return views.values().stream().mapToInt(count).sum();
    }

    private static void note(String what) {
        System.err.println("mixed-fleet: " + what + "...");
    }

    private static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private void await(String what, Condition condition) throws Unusable, InterruptedException, ExecutionException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            for (RackProcess rack : racks) {
                rack.checkAlive();
            }
            if (System.nanoTime() > deadline) {
                throw new Unusable("gave up after " + PATIENCE.toSeconds() + " s, before " + what
                        + "; needed: a Kafka and a machine that are not that busy");
            }
            Thread.sleep(50);
        }
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws InterruptedException, ExecutionException;
    }
}
