package io.keystead.kafka.producer;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * Spreads records that no one partition must have: sticky for about a batch, then a partition drawn anew.
 *
 * <p>What decides when to switch is bytes handed over, never whether a batch was full or sent. Kafka's first sticky
 * partitioner switched when a batch was created, so a slow broker, whose batches wait, got more and more of the records
 * (KAFKA-10888); and a round robin that advances on each call skips every second partition when a client asks twice for
 * one record (KAFKA-9965), which with an even number starves half of them. Here each stretch of bytes goes to a
 * partition drawn independently with probability proportional to its weight, so neither can happen: shares are right in
 * expectation whatever brokers and clients do. Unlike the built-in logic it does not see queue lengths and cannot
 * favour fast brokers.
 *
 * <p>Thread-safe and without a lock; allocates nothing.
 */
final class StickySpread {
    /** About what a record takes in a batch besides its key and value. */
    private static final int OVERHEAD = 16;

    private final int[] partitions;
    private final double[] upTo;
    private final int stretch;
    private final DoubleSupplier random;
    /** Which partition (an index, above) and how many bytes it has had (below). */
    private final AtomicLong state;

    /**
     * @param partitions at least one
     * @param weights as many
     * @param stretch about how many bytes go to one partition before the next is drawn, 1 or above
     * @param random from 0 (inclusive) to 1 (exclusive), uniform; thread-safe
     */
    StickySpread(int[] partitions, double[] weights, int stretch, DoubleSupplier random) {
        this.partitions = partitions;
        this.stretch = stretch;
        this.random = random;
        this.upTo = weights.clone();
        for (int i = 1; i < upTo.length; i++) {
            upTo[i] += upTo[i - 1];
        }
        this.state = new AtomicLong((long) draw() << Integer.SIZE);
    }

    /**
     * Over those of the partitions that are available, or over all if none is.
     *
     * @param partitions at least one
     * @param weights as many
     * @param stretch as above
     */
    static StickySpread over(int[] partitions, double[] weights, Set<Integer> available, int stretch) {
        int[] all = IntStream.range(0, partitions.length).toArray();
        int[] some = IntStream.of(all)
                .filter(index -> available.contains(partitions[index]))
                .toArray();
        int[] indices = some.length > 0 ? some : all;
        return new StickySpread(
                IntStream.of(indices).map(index -> partitions[index]).toArray(),
                IntStream.of(indices).mapToDouble(index -> weights[index]).toArray(),
                stretch,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * The partition of the next record.
     *
     * @param bytes of its key and value, 0 or above
     */
    int next(long bytes) {
        while (true) {
            long now = state.get();
            int index = (int) (now >>> Integer.SIZE);
            long used = (now & 0xffffffffL) + bytes + OVERHEAD;
            long then = used >= stretch ? (long) draw() << Integer.SIZE : (long) index << Integer.SIZE | used;
            if (state.compareAndSet(now, then)) {
                return partitions[index];
            }
        }
    }

    private int draw() {
        double point = random.getAsDouble() * upTo[upTo.length - 1];
        int found = Arrays.binarySearch(upTo, point);
        // The interval of a partition is closed below: a point on a boundary belongs to the one above it.
        int index = found < 0 ? -found - 1 : found + 1;
        return Math.min(index, upTo.length - 1);
    }
}
