package com.example.fleet;

import com.example.harness.Cluster;
import com.example.harness.Condition;
import com.example.harness.Screen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/** The racks, and what becomes of their work. Shows it as it happens. */
final class Fleet {
    /** A partition is further off than that in one run of 70,000 of a fair contest. */
    private static final double SIGMAS = 5;

    /** The share of the lost states that may have to be restored: what their standbys had not read. */
    private static final double RESTORED_AT_MOST = 0.1;

    /** All is settled when nothing has changed for so many looks, 50 ms apart. */
    private static final int SAME_VIEWS = 20;

    private final Cluster cluster;
    private final Screen screen;
    private final List<RackProcess> racks;

    /** As it was when all had its place last. */
    private Snapshot settled = new Snapshot(Map.of());

    Fleet(Cluster cluster, Screen screen, List<RackProcess> racks) {
        this.cluster = cluster;
        this.screen = screen;
        this.racks = new ArrayList<>(racks);
    }

    /** Waits until every machine has its part. */
    void settle() throws Exception {
        screen.note("three racks with two machines each are starting");
        awaitSettled();
    }

    /** Writes, and waits until all is counted and every standby has it. */
    void write() throws Exception {
        screen.note("clicks are being written");
        Clicks clicks = Clicks.write(cluster.bootstrapServers());
        await("all clicks are counted", () -> counted(FleetApp.all()) >= Clicks.USERS);
        awaitSettled();
        screen.line(
                "partitions    %d, with keystead.topic.%s.weights=%s",
                FleetApp.PARTITIONS, FleetApp.CLICKS, FleetApp.WEIGHTS);
        show(clicks, false);
        show(clicks, true);
        show("three racks", "threeRacks");
        settled.views()
                .forEach((machine, view) -> screen.expect(
                        view.active().size() <= most(machine), "machine %s has more tasks than its share", machine));
        checkReads();
        checkStandbys();
    }

    private void show(Clicks clicks, boolean large) {
        String weight = String.valueOf(large ? FleetApp.LARGE : 1.0);
        screen.line(
                "  weight %s  %,.0f records expected, %,d to %,d seen, %.1f σ off at most",
                weight, Clicks.expected(large), clicks.fewest(large), clicks.most(large), clicks.furthestOff(large));
        screen.fact(
                "recordsByWeight" + weight,
                Map.of(
                        "expected", Clicks.expected(large),
                        "fewest", clicks.fewest(large),
                        "most", clicks.most(large),
                        "sigmasOff", clicks.furthestOff(large)));
        screen.expect(
                clicks.furthestOff(large) <= SIGMAS,
                "a partition of weight %s is off by more than %.0f σ",
                weight,
                SIGMAS);
    }

    /** Cuts the power of a rack, and waits until the others have its work. */
    void lose(RackProcess rack) throws Exception {
        Snapshot before = settled;
        Map<Integer, String> orphans = new TreeMap<>(before.tasks());
        orphans.values().removeIf(machine -> !rack.machines().containsKey(machine));
        long cold = counted(orphans.keySet());

        rack.kill();
        racks.remove(rack);
        long killed = System.nanoTime();
        long restoredBefore = look().restored();
        Map<Integer, String> wentOn = new TreeMap<>();
        await("the other racks have all tasks", () -> {
            Map<Integer, String> tasks = look().tasks();
            tasks.forEach(wentOn::putIfAbsent);
            return tasks.size() == FleetApp.PARTITIONS;
        });
        double seconds = (System.nanoTime() - killed) / 1e9;
        awaitSettled();
        Snapshot after = settled;

        long atStandby = orphans.keySet().stream()
                .filter(task -> wentOn.get(task).equals(before.standbys().get(task)))
                .count();
        long restored = after.restored() - restoredBefore;
        screen.line("");
        screen.line("rack %s is lost, by SIGKILL: %d tasks without a machine", rack.name(), orphans.size());
        screen.line("  went on     after %.1f s, %d of %d where their standby was", seconds, atStandby, orphans.size());
        screen.line("  restored    %,d records of the %,d in their changelogs", restored, cold);
        screen.line(
                "  moved too   %d other tasks, %d other partitions of consumers",
                moved(before.tasks(), after.tasks(), rack), moved(before.reads(), after.reads(), rack));
        screen.fact("lostTasks", orphans.size());
        screen.fact("wentOnAfterSeconds", seconds);
        screen.fact("wentOnAtStandby", atStandby);
        screen.fact("restored", restored);
        screen.fact("inChangelogs", cold);
        show("two racks", "twoRacks");
        screen.expect(restored <= cold * RESTORED_AT_MOST, "%,d records of %,d had to be restored", restored, cold);
        checkReads();
        checkStandbys();
    }

    /** What was on the racks that are left and is elsewhere now. */
    private static long moved(Map<Integer, String> before, Map<Integer, String> now, RackProcess lost) {
        return before.entrySet().stream()
                .filter(had -> !lost.machines().containsKey(had.getValue()))
                .filter(had -> !had.getValue().equals(now.get(had.getKey())))
                .count();
    }

    /** How many clicks are in the changelogs of these tasks. */
    private long counted(Collection<Integer> tasks) throws ExecutionException, InterruptedException {
        long[] ends = cluster.ends(FleetApp.CHANGELOG, FleetApp.PARTITIONS);
        return tasks.stream().mapToLong(task -> ends[task]).sum();
    }

    private void checkReads() {
        settled.views()
                .forEach((machine, view) -> screen.expect(
                        view.read().size() <= most(machine),
                        "the consumer of machine %s has more partitions than its share",
                        machine));
    }

    private void checkStandbys() {
        Map<Integer, String> standbys = settled.standbys();
        settled.tasks().forEach((task, machine) -> {
            String standby = standbys.get(task);
            screen.expect(
                    standby != null && !rackOf(standby).equals(rackOf(machine)),
                    "task %d has its standby in its own rack",
                    task);
        });
    }

    private String rackOf(String machine) {
        return racks.stream()
                .filter(rack -> rack.machines().containsKey(machine))
                .findFirst()
                .orElseThrow()
                .name();
    }

    private void show(String title, String fact) {
        screen.line("");
        screen.line("%-12s threads  tasks  standbys  partitions read  allowed", title);
        settled.views()
                .forEach((machine, view) -> screen.line(
                        "  %-10s %7d  %5d  %8d  %15d  %7d",
                        machine,
                        threads().get(machine),
                        view.active().size(),
                        view.standby().size(),
                        view.read().size(),
                        most(machine)));
        screen.fact(fact, settled.views());
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

    private Snapshot look() {
        Map<String, View> views = new TreeMap<>();
        racks.forEach(rack -> rack.machines().keySet().forEach(machine -> views.put(machine, rack.view(machine))));
        return new Snapshot(views);
    }

    /** Until all has its place, every standby has caught up, and both have stayed so for a while. */
    private void awaitSettled() throws Exception {
        int[] same = new int[1];
        await("every machine has its part", () -> {
            Snapshot now = look();
            same[0] = now.isWhole() && now.isAs(settled) ? same[0] + 1 : 0;
            settled = now;
            return same[0] >= SAME_VIEWS;
        });
    }

    private void await(String what, Condition condition) throws Exception {
        Condition.await(what, () -> {
            for (RackProcess rack : racks) {
                rack.checkAlive();
            }
            return condition.holds();
        });
    }
}
