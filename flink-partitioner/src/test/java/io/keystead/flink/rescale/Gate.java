package io.keystead.flink.rescale;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * How far the source may run: the test opens it, the source waits at it without a thread. One for the JVM, thread-safe.
 */
final class Gate {
    private static final List<CompletableFuture<Void>> WAITING = new ArrayList<>();
    private static long limit;
    private static long next;

    private Gate() {}

    /** Closes the gate before the first event. */
    static synchronized void close() {
        limit = 0;
        next = 0;
    }

    /** Lets the source run up to this event, exclusive. */
    static synchronized void open(long events) {
        limit = events;
        release();
    }

    /** The number of the event that the source comes to next; goes back when the job is restored. */
    static synchronized long next() {
        return next;
    }

    static synchronized void passed(long index) {
        next = index + 1;
    }

    /** A source that starts may start further back than the last one was. */
    private static synchronized void sourceStarts() {
        next = 0;
    }

    private static synchronized CompletionStage<Void> acquire() {
        CompletableFuture<Void> permit = new CompletableFuture<>();
        if (next < limit) {
            permit.complete(null);
        } else {
            WAITING.add(permit);
        }
        return permit;
    }

    private static synchronized void release() {
        List<CompletableFuture<Void>> all = List.copyOf(WAITING);
        WAITING.clear();
        all.forEach(permit -> permit.complete(null));
    }

    static final class Strategy<S extends SourceSplit> implements RateLimiterStrategy<S> {
        private static final long serialVersionUID = 1;

        @Override
        public RateLimiter<S> createRateLimiter(int parallelism) {
            sourceStarts();
            return new Limiter<>();
        }
    }

    /** Both methods, as the older lines of Flink know the first only and the newer ones call either. */
    private static final class Limiter<S extends SourceSplit> implements RateLimiter<S> {
        @Override
        public CompletionStage<Void> acquire() {
            return Gate.acquire();
        }

        @Override
        public CompletionStage<Void> acquire(int requests) {
            return Gate.acquire();
        }
    }
}
