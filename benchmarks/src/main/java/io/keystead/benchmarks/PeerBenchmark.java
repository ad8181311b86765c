package io.keystead.benchmarks;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.druid.server.router.RendezvousHasher;
import org.apache.kafka.common.utils.Utils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The same question to others: which of n gets this key, the hash of its 16 bytes included.
 *
 * <p>Where a peer starts from a number, the number is the XXH3 of the key, as fast a hash as there is. Each peer has a
 * state of its own, so that none pays for another's set-up.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeerBenchmark {
    /** What all peers share. */
    @State(Scope.Thread)
    public static class Question {
        @Param({"12", "64", "256", "1000", "4096"})
        public int n;

        final Keys keys = new Keys();
        final Hasher64 xxh3 = Hashing.xxh3_64();

        byte[] key() {
            return keys.next();
        }

        long hash() {
            return xxh3.hashBytesToLong(keys.next());
        }
    }

    /** hash4j's jump-back hash. */
    @State(Scope.Thread)
    public static class JumpBack {
        final ConsistentBucketHasher hasher =
                ConsistentHashing.jumpBackHash(PseudoRandomGeneratorProvider.splitMix64_V1());
    }

    /** Ignite's nodes, which it knows by the hash codes of their ids. */
    @State(Scope.Thread)
    public static class Ignite {
        @SuppressWarnings("NullAway.Init")
        IgniteScores scores;

        @Setup
        public void nodes(Question question) {
            scores = new IgniteScores(question.n);
        }
    }

    /** Druid's nodes. */
    @State(Scope.Thread)
    public static class Druid {
        final RendezvousHasher hasher = new RendezvousHasher();
        final Set<String> nodes = new HashSet<>();

        @Setup
        public void nodes(Question question) {
            for (int node = 0; node < question.n; node++) {
                nodes.add(Integer.toString(node));
            }
        }
    }

    /** What Kafka's producer does by default: murmur2 of the key, modulo n. */
    @Benchmark
    public int kafka(Question question) {
        return Utils.toPositive(Utils.murmur2(question.key())) % question.n;
    }

    @Benchmark
    public int jumpBack(Question question, JumpBack jumpBack) {
        return jumpBack.hasher.getBucket(question.hash(), question.n);
    }

    @Benchmark
    public int guava(Question question) {
        return com.google.common.hash.Hashing.consistentHash(question.hash(), question.n);
    }

    @Benchmark
    public int ignite(Question question, Ignite ignite) {
        return ignite.scores.first(Long.hashCode(question.hash()));
    }

    @Benchmark
    public String druid(Question question, Druid druid) {
        return druid.hasher.chooseNode(druid.nodes, question.key());
    }
}
