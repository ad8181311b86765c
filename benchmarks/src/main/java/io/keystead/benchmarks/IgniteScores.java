package io.keystead.benchmarks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;

/**
 * The first node of Apache Ignite's rendezvous order, without the sorted list of tuples that Ignite makes of it.
 *
 * <p>The score is Ignite's own private method, called by a constant method handle, which the compiler inlines. Ignite
 * ranks partitions once per change of the cluster and not keys, so its lists are no burden there, and to measure them
 * here would flatter us by a factor.
 */
final class IgniteScores {
    private static final MethodHandle HASH = hash();

    private final int[] nodeHashes;

    /** Nodes whose consistent ids are {@code "0"} to {@code "n-1"}. */
    IgniteScores(int n) {
        nodeHashes = new int[n];
        for (int node = 0; node < n; node++) {
            nodeHashes[node] = Integer.toString(node).hashCode();
        }
    }

    /** The node with the smallest score, which is the primary in Ignite's order. */
    int first(int partition) {
        int first = 0;
        long least = Long.MAX_VALUE;
        for (int node = 0; node < nodeHashes.length; node++) {
            long score = score(nodeHashes[node], partition);
            if (score < least) {
                least = score;
                first = node;
            }
        }
        return first;
    }

    private static long score(int nodeHash, int partition) {
        try {
            return (long) HASH.invokeExact(nodeHash, partition);
        } catch (Throwable e) {
            throw new AssertionError("Ignite's hash declares no exception", e);
        }
    }

    private static MethodHandle hash() {
        try {
            return MethodHandles.privateLookupIn(RendezvousAffinityFunction.class, MethodHandles.lookup())
                    .findStatic(
                            RendezvousAffinityFunction.class,
                            "hash",
                            MethodType.methodType(long.class, int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
