package com.example.orders;

import com.example.harness.Condition;
import com.example.harness.Screen;
import com.example.harness.TopicReader;
import com.example.orders.InstanceProcess.View;
import io.keystead.kafka.streams.HrwStreams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;

/** What happens: two instances share the work, one is killed, the other goes on. Shows it as it happens. */
final class Failover {
    private static final int BEFORE = 12_000;
    private static final int MEANWHILE = 8_000;

    /** So many of them are written before the kill; the others take longer than the kill and what follows. */
    private static final int UNTIL_THE_KILL = 1_000;

    private static final int A_BATCH = 20;
    private static final Duration BETWEEN_BATCHES = Duration.ofMillis(20);

    /** In records; a standby reads what the active task has committed. */
    private static final long CAUGHT_UP = 100;

    /** The share of the dead one's changelogs that may have to be restored: what its standby had not read. */
    private static final double RESTORED_AT_MOST = 0.1;

    private final String bootstrapServers;
    private final Screen screen;
    private final Totals totals;
    private final Writers writers;
    private final InstanceProcess a;
    private final InstanceProcess b;
    private final Map<Integer, Set<String>> stores =
            OrdersApp.stores(OrdersApp.topology(HrwStreams.of(OrdersApp.keys())));
    private final int tasks = OrdersApp.PARTITIONS * stores.size();
    private boolean exact;
    private CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);

    Failover(
            String bootstrapServers,
            Screen screen,
            Totals totals,
            Writers writers,
            InstanceProcess a,
            InstanceProcess b) {
        this.bootstrapServers = bootstrapServers;
        this.screen = screen;
        this.totals = totals;
        this.writers = writers;
        this.a = a;
        this.b = b;
    }

    /**
     * Waits until both have their tasks, writes the first orders, and waits until standbys have read all.
     *
     * @return whether the totals of the first orders are exact; there is no use in going on if not
     */
    boolean settle() throws Exception {
        screen.note("two instances, a and b, are starting");
        await("a and b share the tasks", this::isShared);
        screen.note("orders are being written");
        writers.write(BEFORE);
        screen.labelled(
                "orders",
                "%,d by two releases of a shop, and as many payments by a bank: keys of three schemas",
                BEFORE);
        screen.labelled("", "on another partition than their payment: %,d", writers.apart());
        screen.labelled("", "by Kafka's own partitioner, which sees the schemas' ids: %,d", writers.apartByDefault());
        screen.labelled(
                "",
                "customer-%1$d/%1$d in partition %2$d, as in the example flink-orders",
                Writers.ONE,
                writers.partitionOfOne());
        screen.fact("partitionOf", Map.of("customer-%1$d/%1$d".formatted(Writers.ONE), writers.partitionOfOne()));
        screen.fact("apartByDefault", writers.apartByDefault());
        exact = totals.becomeExact();
        if (!exact) {
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

    private void show(InstanceProcess instance) {
        View view = instance.view();
        screen.labelled(instance.name(), "runs %s", String.join(" ", view.active()));
        screen.labelled("", "standby of %s", String.join(" ", view.standby()));
    }

    /** Kills b while orders are written, and waits until a has its tasks. */
    void killOne() throws Exception {
        writing = CompletableFuture.runAsync(this::writeSlowly);
        await("more orders are written", () -> writing.isDone() || writers.written() >= BEFORE + UNTIL_THE_KILL);
        List<String> orphans = b.view().active();
        long ready = orphans.stream().filter(a.view().standby()::contains).count();
        long cold = recordsOf(orphans);
        long restoredBefore = a.restored();
        b.kill();
        long killed = System.nanoTime();
        screen.expect(!writing.isDone(), "no orders were written any more when b was killed");
        screen.labelled("killed", "b, by SIGKILL, while orders are written; it ran %d tasks", orphans.size());
        await(
                "a has all tasks",
                () -> a.view().state().equals("RUNNING") && a.view().active().size() == tasks);
        double seconds = (System.nanoTime() - killed) / 1e9;
        long restored = a.restored() - restoredBefore;
        screen.labelled(
                "taken over", "by a after %.1f s; it was the standby of %d of the %d", seconds, ready, orphans.size());
        screen.labelled("restored", "%,d records of the %,d in their changelogs", restored, cold);
        screen.fact("tasksOfDead", orphans.size());
        screen.fact("takenOverAfterSeconds", seconds);
        screen.fact("restored", restored);
        screen.fact("inChangelogs", cold);
        screen.expect(ready == orphans.size(), "a was the standby of %d of b's %d tasks", ready, orphans.size());
        screen.expect(restored <= cold * RESTORED_AT_MOST, "%,d records of %,d had to be restored", restored, cold);
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

    /** How many records whoever has no state would have to read for these tasks. */
    private long recordsOf(List<String> names) throws Exception {
        List<TopicPartition> changelogs = new ArrayList<>();
        for (String task : names) {
            int underscore = task.indexOf('_');
            int partition = Integer.parseInt(task.substring(underscore + 1));
            for (String store : stores.get(Integer.parseInt(task.substring(0, underscore)))) {
                changelogs.add(new TopicPartition(OrdersApp.ID + "-" + store + "-changelog", partition));
            }
        }
        long[] records = new long[1];
        // Read, and not taken from offsets: the ends of transactions take offsets too.
        try (TopicReader reader = TopicReader.ofPartitions(bootstrapServers, changelogs)) {
            reader.readToEnd(record -> records[0]++);
        }
        return records[0];
    }

    /** Waits for all totals, and tells whether they are exact. */
    void judge() throws Exception {
        Condition.await("all orders are written", writing::isDone);
        writing.join();
        exact = exact && totals.becomeExact();
        show("totals", "by product", OrdersApp.COUNTS, "byProduct");
        show("", "by product and minute", OrdersApp.SUMS, "byProductAndMinute");
        show("", "fees of orders", OrdersApp.FEES, "fees");
        screen.fact("orders", writers.written());
        screen.fact("apart", writers.apart());
        screen.fact("steppedBack", totals.steppedBack());
        screen.expect(exact, "totals are not exact");
        screen.expect(totals.steppedBack() == 0, "totals went back %d times", totals.steppedBack());
        screen.expect(writers.apart() == 0, "%d orders are on another partition than their payment", writers.apart());
    }

    private void show(String label, String what, String topic, String fact) {
        long right = totals.exact(topic);
        int all = totals.count(topic);
        screen.labelled(label, "%-21s  %,d of %,d exact", what, right, all);
        screen.fact(fact, Map.of("totals", all, "exact", right));
    }

    private void await(String what, Condition condition) throws Exception {
        Condition.await(what, () -> {
            a.checkAlive();
            b.checkAlive();
            return condition.holds();
        });
    }
}
