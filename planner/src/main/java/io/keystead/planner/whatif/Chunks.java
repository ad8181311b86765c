package io.keystead.planner.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Goes through many numbers in chunks, with several threads where their order does not matter. */
final class Chunks {
    private static final int CHUNK = 1 << 14;

    private final ExecutorService threads;
    private final int threadCount;

    Chunks(ExecutorService threads, int threadCount) {
        this.threads = threads;
        this.threadCount = threadCount;
    }

    /** Works on the numbers from {@code start} to before {@code end}, with what the thread keeps for itself. */
    interface Work<T> {
        void on(T own, int start, int end);
    }

    /**
     * Works on the numbers from 0.
     *
     * @param inOrder whether it must be by one thread, in order
     * @param own what each thread keeps for itself
     * @param progress is told of each so many numbers more; from several threads
     * @return what the threads kept
     */
    <T> List<T> each(int size, boolean inOrder, Supplier<T> own, Work<T> work, LongConsumer progress) {
        AtomicInteger next = new AtomicInteger();
        Callable<T> all = () -> {
            T kept = own.get();
            for (int start = next.getAndAdd(CHUNK); inside(start, size); start = next.getAndAdd(CHUNK)) {
                int end = Math.min(size, start + CHUNK);
                work.on(kept, start, end);
                progress.accept(end - start);
            }
            return kept;
        };
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < (inOrder ? 1 : threadCount); i++) {
            futures.add(threads.submit(all));
        }
        return futures.stream().map(Chunks::result).toList();
    }

    /** Whether there is more to do; what is given up ends here. */
    private static boolean inside(int start, int size) {
        return start >= 0 && start < size && !Thread.currentThread().isInterrupted();
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
