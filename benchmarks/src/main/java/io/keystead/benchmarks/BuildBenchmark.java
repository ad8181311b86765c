package io.keystead.benchmarks;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Score;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a new epoch costs before it can answer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BuildBenchmark {
    /** How many candidates there are. */
    @State(Scope.Thread)
    public static class Candidates {
        @Param("1000")
        public int n;
    }

    /** A topology with slots, and the one after it with a candidate more. */
    @State(Scope.Thread)
    public static class Slots {
        @Param("20")
        public int slotBits;

        @SuppressWarnings("NullAway.Init")
        Topology topology;

        @SuppressWarnings("NullAway.Init")
        Topology grown;

        @Setup
        public void topologies(Candidates candidates) {
            topology = Topology.ofPartitions(candidates.n).toBuilder()
                    .slotBits(slotBits)
                    .build();
            grown = topology.toBuilder()
                    .candidate(Candidate.partition(candidates.n))
                    .build();
        }
    }

    /** The table from which the next epoch's is made. */
    @State(Scope.Thread)
    public static class Table {
        @SuppressWarnings("NullAway.Init")
        Placement placement;

        @Setup
        public void rank(Slots slots) {
            placement = Placement.of(slots.topology);
        }
    }

    /** The words of a slot table, without anything else. */
    @State(Scope.Thread)
    public static class Words {
        final long newcomer = Candidate.of("newcomer").nodeHash(KeyHash.xxh3(0));

        @SuppressWarnings("NullAway.Init")
        long[] slotHashes;

        @SuppressWarnings("NullAway.Init")
        long[] scores;

        @SuppressWarnings("NullAway.Init")
        int[] winners;

        /** Keeps the compiler from leaving the scores out. */
        @SuppressWarnings("NullAway.Init")
        long[] latest;

        @Setup
        public void fill(Slots slots) {
            SplittableRandom random = new SplittableRandom(0x736c6f74L);
            slotHashes = random.longs(1 << slots.slotBits).toArray();
            // As unlikely to be beaten as the best of a thousand.
            scores = random.longs(1 << slots.slotBits).map(r -> ~(r >>> 10)).toArray();
            winners = new int[1 << slots.slotBits];
        }
    }

    /** A topology without slots and its placement, from numbers to the first answer. */
    @Benchmark
    public Placement unslotted(Candidates candidates) {
        return Placement.of(Topology.ofPartitions(candidates.n));
    }

    /** A contest for each of 2^slotBits slots. */
    @Benchmark
    public Placement slotted(Slots slots) {
        return Placement.of(slots.topology);
    }

    /** The same table made from that of the epoch before, which had a candidate less. */
    @Benchmark
    public Placement evolve(Slots slots, Table table) {
        return table.placement.evolve(slots.grown);
    }

    /** The least that a newcomer can cost: one mix a slot, and a new table written. */
    @Benchmark
    public int[] oneMixPerSlot(Words words) {
        int[] winners = new int[words.winners.length];
        long[] scores = new long[winners.length];
        for (int slot = 0; slot < winners.length; slot++) {
            long score = Score.of(words.slotHashes[slot], words.newcomer);
            boolean wins = Long.compareUnsigned(score, words.scores[slot]) > 0;
            winners[slot] = wins ? -1 : words.winners[slot];
            scores[slot] = wins ? score : words.scores[slot];
        }
        words.latest = scores;
        return winners;
    }
}
