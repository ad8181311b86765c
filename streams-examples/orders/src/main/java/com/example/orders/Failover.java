package com.example.orders;

import com.example.orders.InstanceProcess.View;
import io.keystead.kafka.streams.HrwStreams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/** What happens: two instances share the work, one is killed, the other goes on. Prints it as it happens. */
final class Failover {
    private static final int BEFORE = 12_000;
    private static final int MEANWHILE = 8_000;
    private static final int A_BATCH = 20;
    private static final Duration BETWEEN_BATCHES = Duration.ofMillis(20);

    /** In records; a standby reads what the active task has committed. */
    private static final long CAUGHT_UP = 100;

    /** The share of the dead one's changelogs that may have to be restored: what its standby had not read. */
    private static final double RESTORED_AT_MOST = 0.1;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Cluster cluster;
    private final Totals totals;
    private final Writers writers;
    private final InstanceProcess a;
    private final InstanceProcess b;
    private final Map<Integer, Set<String>> stores =
            OrdersApp.stores(OrdersApp.topology(HrwStreams.of(OrdersApp.keys())));
    private final int tasks = OrdersApp.PARTITIONS * stores.size();
    private CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);
    private boolean settled;
    private boolean tookOver;

    Failover(Cluster cluster, Totals totals, Writers writers, InstanceProcess a, InstanceProcess b) {
        this.cluster = cluster;
        this.totals = totals;
        this.writers = writers;
        this.a = a;
        this.b = b;
    }

    /**
     * Waits until both have their tasks, writes the first orders, and waits until standbys have read all.
     *
     * @return whether the totals of the first orders are exact
     */
    boolean settle() throws Unusable, InterruptedException, ExecutionException {
        note("two instances, a and b, are starting");
        await("a and b share the tasks", this::isShared);
        note("orders are being written");
        writers.write(BEFORE);
        line("orders", "%,d by two releases of a shop, and as many payments by a bank: keys of three schemas", BEFORE);
        line("", "on another partition than their payment: %,d", writers.apart());
        line("", "by Kafka's own partitioner, which sees the schemas' ids: %,d", writers.apartByDefault());
        settled = totalsBecomeExact();
        if (!settled) {
            return false;
        }
        await("standbys have caught up", () -> isShared() && lag() < CAUGHT_UP);
        show(a);
        show(b);
        return true;
    }

    private boolean isShared() {
        View first = a.view();
        View second = b.view();
        return first.state().equals("RUNNING")
                && second.state().equals("RUNNING")
                && !first.active().isEmpty()
                && !second.active().isEmpty()
                && first.active().size() + second.active().size() == tasks
                && first.standby().equals(second.active())
                && second.standby().equals(first.active());
    }

    private long lag() {
        long lagOfA = a.view().lag();
        long lagOfB = b.view().lag();
        return lagOfA < 0 || lagOfB < 0 ? Long.MAX_VALUE : Math.max(lagOfA, lagOfB);
    }

    private static void show(InstanceProcess instance) {
        View view = instance.view();
        line(instance.name(), "runs %s", String.join(" ", view.active()));
        line("", "standby of %s", String.join(" ", view.standby()));
    }

    /** Kills b while orders are written, and waits until a has its tasks. */
    void killOne() throws Unusable, InterruptedException, ExecutionException {
        writing = CompletableFuture.runAsync(this::writeSlowly);
        Thread.sleep(1000);
        List<String> orphans = b.view().active();
        long ready = orphans.stream().filter(a.view().standby()::contains).count();
        long cold = cluster.recordsIn(changelogs(orphans));
        long restoredBefore = a.restored();
        b.kill();
        long killed = System.nanoTime();
        line("killed", "b, by SIGKILL, while orders are written; it ran %d tasks", orphans.size());
        await(
                "a has all tasks",
                () -> a.view().state().equals("RUNNING") && a.view().active().size() == tasks);
        double seconds = (System.nanoTime() - killed) / 1e9;
        long restored = a.restored() - restoredBefore;
        line("taken over", "by a after %.1f s; it was the standby of %d of the %d", seconds, ready, orphans.size());
        line("restored", "%,d records of the %,d in their changelogs", restored, cold);
        tookOver = ready == orphans.size() && restored <= cold * RESTORED_AT_MOST;
    }

    /** A thousand a second. */
    private void writeSlowly() {
        try {
            for (int i = 0; i < MEANWHILE; i += A_BATCH) {
                writers.write(A_BATCH);
                Thread.sleep(BETWEEN_BATCHES.toMillis());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new CompletionException(e);
        }
    }

    /** The partitions that whoever has no state would have to read for these tasks. */
    private List<TopicPartition> changelogs(List<String> names) {
        List<TopicPartition> changelogs = new ArrayList<>();
        for (String task : names) {
            int underscore = task.indexOf('_');
            int partition = Integer.parseInt(task.substring(underscore + 1));
            for (String store : stores.get(Integer.parseInt(task.substring(0, underscore)))) {
                changelogs.add(new TopicPartition(OrdersApp.ID + "-" + store + "-changelog", partition));
            }
        }
        return changelogs;
    }

    /** Waits for all totals; whether they are exact, and all else was as it should be. */
    boolean judge() throws InterruptedException {
        writing.join();
        boolean exact = settled && totalsBecomeExact();
        line("totals", "by product             %s exact", totals.exact(OrdersApp.COUNTS));
        line("", "by product and minute  %s exact", totals.exact(OrdersApp.SUMS));
        line("", "paid orders            %s exact", totals.exact(OrdersApp.SETTLED));
        boolean good = exact && tookOver && writers.apart() == 0;
        System.out.println(
                good
                        ? "Every total is exact over the death of an instance, and its standby went on."
                        : "This is not what was promised: see above.");
        return good;
    }

    /** Too late is wrong. */
    private boolean totalsBecomeExact() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            totals.read();
        } while (!totals.areExact() && System.nanoTime() < deadline);
        return totals.areExact();
    }

    private static void note(String what) {
        System.err.println("orders: " + what + "...");
    }

    private static void line(String label, String format, Object... values) {
        System.out.printf(Locale.ROOT, "%-12s%s%n", label, String.format(Locale.ROOT, format, values));
    }

    private void await(String what, BooleanSupplier condition) throws Unusable, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            a.checkAlive();
            b.checkAlive();
            if (System.nanoTime() > deadline) {
                throw new Unusable("gave up after " + PATIENCE.toSeconds() + " s, before " + what
                        + "; needed: a Kafka and a machine that are not that busy");
            }
            Thread.sleep(50);
        }
    }
}
