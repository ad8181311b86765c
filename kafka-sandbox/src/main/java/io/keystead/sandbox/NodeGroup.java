package io.keystead.sandbox;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The nodes of one cluster, started side by side and stopped in reverse. Not thread-safe. */
final class NodeGroup implements Closeable {
    private static final long POLL_MILLIS = 10;

    private final List<KafkaNode> nodes;

    NodeGroup(List<KafkaNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    KafkaNode get(int id) {
        return nodes.get(id);
    }

    /**
     * Starts nodes together, since none is ready before node 0 runs its controller, and returns when clients can use them.
     *
     * @throws IllegalStateException if one of them fails or the time is over; no start is under way any more
     */
    void start(Collection<Integer> ids, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            runAll(ids, deadline);
            awaitMetadata(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for brokers " + ids + " to run", e);
        }
    }

    private record Outcome(int id, @Nullable Throwable failure) {}

    private void runAll(Collection<Integer> ids, long deadline) throws InterruptedException {
        BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        ExecutorService starters = Executors.newFixedThreadPool(ids.size());
        Map<Integer, Future<?>> starts = new HashMap<>();
        try {
            ids.forEach(id -> starts.put(id, starters.submit(() -> outcomes.add(run(id)))));
            Set<Integer> pending = new TreeSet<>(ids);
            while (!pending.isEmpty()) {
                Outcome outcome = outcomes.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (outcome == null) {
                    throw new IllegalStateException("Timed out while waiting for brokers " + pending + " to run");
                }
                if (outcome.failure != null) {
                    String reason =
                            outcome.failure.toString().lines().findFirst().orElse("");
                    throw new IllegalStateException(
                            "Failed while waiting for broker " + outcome.id + " to run: " + reason, outcome.failure);
                }
                pending.remove(outcome.id);
            }
        } finally {
            for (Map.Entry<Integer, Future<?>> start : starts.entrySet()) {
                giveUp(nodes.get(start.getKey()), start.getValue());
            }
            starters.shutdown();
            starters.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    /** Makes a start that is still under way fail and so take down what it had put up. */
    private static void giveUp(KafkaNode node, Future<?> start) throws InterruptedException {
        while (!start.isDone() && !node.isInterruptible()) {
            Thread.sleep(POLL_MILLIS);
        }
        start.cancel(true);
    }

    private Outcome run(int id) {
        try {
            nodes.get(id).start();
            return new Outcome(id, null);
        } catch (Throwable e) {
            return new Outcome(id, e);
        }
    }

    /** Waits until every running broker tells its clients of all the others. */
    private void awaitMetadata(long deadline) throws InterruptedException {
        List<KafkaNode> running = nodes.stream().filter(KafkaNode::isRunning).toList();
        while (running.stream().anyMatch(node -> node.knownBrokers() != running.size())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Timed out while waiting for all brokers to know the " + running.size() + " that run");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Stops everything, node 0 with the controller last; a node that fails to stop is logged. */
    @Override
    public void close() {
        List<KafkaNode> reversed = new ArrayList<>(nodes);
        Collections.reverse(reversed);
        Utils.closeAllQuietly(new AtomicReference<>(), "a Kafka node", reversed.toArray(AutoCloseable[]::new));
    }
}
