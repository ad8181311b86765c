package io.keystead.benchmarks;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The owner of a key, its hash included, in every mode of a placement. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OwnerBenchmark {
    /** Each a way to place the same keys. */
    public enum Placing {
        /** Every candidate bids for every key. */
        UNCACHED,
        /** As cached, with no more than 4,096 keys. */
        HOT,
        /** All keys come again and fit the cache. */
        CACHED,
        /** 2^16 slots. */
        SLOTTED,
        /** Weights 1, 2, 3, 4, 1, 2 and so on. */
        WEIGHTED,
        /** A topic of n-1 partitions by murmur2 that grew by one. */
        BASE,
        /** As uncached, with the hash for keys chosen by strangers. */
        SIPHASH
    }

    static final int HOT_KEYS = 1 << 12;

    @Param
    @SuppressWarnings("NullAway.Init")
    public Placing placing;

    @Param({"12", "64", "256", "1000", "4096"})
    public int n;

    @SuppressWarnings("NullAway.Init")
    private Keys keys;

    @SuppressWarnings("NullAway.Init")
    private Placement placement;

    @Setup
    public void place() {
        keys = new Keys(placing == Placing.HOT ? HOT_KEYS : Keys.COUNT);
        placement = placement(placing, n);
    }

    @Benchmark
    public int owner() {
        return placement.owner(keys.next());
    }

    static Placement placement(Placing placing, int n) {
        Topology plain = Topology.ofPartitions(n);
        return switch (placing) {
            case UNCACHED -> Placement.of(plain);
            case HOT, CACHED -> Placement.of(plain).cached(2 * Keys.COUNT);
            case SLOTTED -> Placement.of(plain.toBuilder().slotBits(16).build());
            case WEIGHTED -> Placement.of(weighted(n));
            case BASE ->
                Placement.of(plain.toBuilder().base(Base.murmur2(n - 1)).build());
            case SIPHASH ->
                Placement.of(
                        plain.toBuilder().hash(KeyHash.sipHash24(new byte[16])).build());
        };
    }

    private static Topology weighted(int n) {
        return Topology.builder()
                .candidates(IntStream.range(0, n)
                        .mapToObj(i -> Candidate.partition(i).withWeight(1 + i % 4))
                        .collect(Collectors.toList()))
                .build();
    }
}
