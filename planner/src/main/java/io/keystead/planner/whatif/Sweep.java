package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** Goes through a part of a sample and counts, with several threads where the order of keys does not matter. */
final class Sweep {
    private static final int CHUNK = 1 << 14;

    private final KeySample sample;
    private final Totals totals;
    private final Owners today;
    private final int members;
    private final ExecutorService threads;
    private final int threadCount;

    Sweep(KeySample sample, Totals totals, Owners today, int members, ExecutorService threads, int threadCount) {
        this.sample = sample;
        this.totals = totals;
        this.today = today;
        this.members = members;
        this.threads = threads;
        this.threadCount = threadCount;
    }

    /**
     * Counts the keys of a part.
     *
     * @param inOrder whether keys must be asked for one after the other
     * @param progress is told of each so many keys more; from several threads
     */
    Count count(Part part, Owners before, Owners after, boolean inOrder, LongConsumer progress) {
        AtomicInteger next = new AtomicInteger();
        Callable<Tally[]> work = () -> {
            Tally[] tallies = {new Tally(members), new Tally(members), new Tally(members)};
            for (int start = next.getAndAdd(CHUNK); inside(start, part); start = next.getAndAdd(CHUNK)) {
                int end = Math.min(part.size(), start + CHUNK);
                count(part, start, end, before, after, tallies);
                progress.accept(end - start);
            }
            return tallies;
        };
        List<Future<Tally[]>> futures = new ArrayList<>();
        for (int i = 0; i < (inOrder ? 1 : threadCount); i++) {
            futures.add(threads.submit(work));
        }
        Tally heavy = new Tally(members);
        Tally certain = new Tally(members);
        Tally drawn = new Tally(members);
        for (Future<Tally[]> future : futures) {
            Tally[] tallies = result(future);
            heavy.addAll(tallies[0]);
            certain.addAll(tallies[1]);
            drawn.addAll(tallies[2]);
        }
        return new Count(heavy, certain, drawn, part.rest(), totals);
    }

    /** Whether there is more to do; an evaluation that is given up ends here. */
    private static boolean inside(int start, Part part) {
        return start >= 0 && start < part.size() && !Thread.currentThread().isInterrupted();
    }

    private void count(Part part, int start, int end, Owners before, Owners after, Tally[] tallies) {
        for (int place = start; place < end; place++) {
            int key = part.index(place);
            int tally = sample.isHeavy(key) ? 0 : part.isCertain(place) ? 1 : 2;
            tallies[tally].add(
                    today.owner(key), before.owner(key), after.owner(key), sample.bytes(key), sample.records(key));
        }
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keys were counted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
