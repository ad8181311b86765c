package io.keystead.flink.partition;

import io.keystead.hrw.Base;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.Partitioner;
import org.jspecify.annotations.Nullable;

/**
 * Sends a key to the subtask whose number is the key's partition in a Kafka topic of as many partitions.
 *
 * <pre>{@code
 * orders.partitionCustom(HrwPartitioner.of(KeyEncoder.string()), Order::customer)
 * }</pre>
 *
 * <p>Subtask i gets the keys that {@code io.keystead.kafka.producer.HrwPartitioner} writes to partition i when three
 * things are equal: the bytes of the key, the number n of partitions and of subtasks, and the options here and the
 * producer's properties of placement:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>property of the producer</th><th>here</th></tr>
 * <tr><td>{@code keystead.base=murmur2/12}</td><td>{@link #withBase withBase(Base.murmur2(12))}</td></tr>
 * <tr><td>{@code keystead.partitions=0-11}</td><td>{@link #withPartitions}</td></tr>
 * <tr><td>{@code keystead.weights=8-11:2.5}</td><td>{@link #withWeights}</td></tr>
 * <tr><td>{@code keystead.slot.bits=16}</td><td>{@link #withSlotBits withSlotBits(16)}</td></tr>
 * <tr><td>{@code keystead.seed=7}</td><td>{@link #withSeed withSeed(7)}</td></tr>
 * <tr><td>{@code keystead.hash=siphash-2-4}, {@code keystead.secret.file}</td><td>{@link #withSecret}</td></tr>
 * </table>
 *
 * <p>{@code io.keystead.hrw.text.TopologyText} reads the properties' texts. A key in {@code keystead.hot.keys.file} has no
 * single partition; here it goes to its owner, the first of them.
 *
 * <p>When n grows to m, (m-n)/m of the keys move, to the new subtasks only. What is not promised: state. A stream from
 * {@code partitionCustom} is not keyed, so that nothing which a subtask holds for a key moves with it; and Flink takes no
 * unaligned checkpoints across the exchange. {@code keyBy} of {@code io.keystead.flink.HrwStreams} moves state and does
 * not correspond with Kafka's partitions.
 *
 * <p>Immutable: each option gives another partitioner. Thread-safe where its encoder is. A record costs the encoder's
 * work and O(n) word operations, about 2 ns each, or O(1) with slots; it takes no lock and allocates what the encoder
 * allocates. The first record of a task also makes the placement: with b slot bits 2^b contests, at most about a second.
 *
 * @param <K> the type of the keys
 */
public final class HrwPartitioner<K> implements Partitioner<K> {
    private static final long serialVersionUID = 1;

    private final KeyEncoder<K> encoder;
    private final TopologyPlan plan;
    /** Of the number of subtasks that was asked for last: in a job there is one. */
    private transient volatile @Nullable Owners owners;

    private HrwPartitioner(KeyEncoder<K> encoder, TopologyPlan plan) {
        this.encoder = encoder;
        this.plan = plan;
    }

    /**
     * A partitioner over all subtasks with equal weights, by XXH3 with seed 0, as a producer without properties.
     *
     * @param encoder gives the bytes that decide
     */
    public static <K> HrwPartitioner<K> of(KeyEncoder<K> encoder) {
        return new HrwPartitioner<>(encoder, TopologyPlan.PLAIN);
    }

    /**
     * The same with shares: a subtask's is its weight in the sum of all weights.
     *
     * @param weights by subtask, from 1e-6 to 1e6; 1 for those not named
     * @throws IllegalArgumentException if a subtask or a weight is out of range, not listed, or in the base with a weight
     *     other than 1; one line
     */
    public HrwPartitioner<K> withWeights(Map<Integer, Double> weights) {
        return new HrwPartitioner<>(encoder, plan.withWeights(new TreeMap<>(weights)));
    }

    /**
     * The same over some of the subtasks; the others get nothing.
     *
     * @param partitions at least one, from 0 to 1048575
     * @throws IllegalArgumentException if there is none, one is out of range, or a weight is for one that is not among
     *     them; one line
     */
    public HrwPartitioner<K> withPartitions(Set<Integer> partitions) {
        return new HrwPartitioner<>(encoder, plan.withPartitions(new TreeSet<>(partitions)));
    }

    /**
     * The same for a topic that Kafka's default partitioner filled: keys stay where it put them until a later partition
     * wins them.
     *
     * @throws IllegalArgumentException if there are slot bits, or weights other than 1 in the base; one line
     */
    public HrwPartitioner<K> withBase(Base base) {
        return new HrwPartitioner<>(encoder, plan.withBase(base.partitions()));
    }

    /**
     * The same with 2^bits slots, which are ranked in place of their keys.
     *
     * @param bits 0 (no slots) to 20
     * @throws IllegalArgumentException if the bits are out of range or there is a base; one line
     */
    public HrwPartitioner<K> withSlotBits(int bits) {
        return new HrwPartitioner<>(encoder, plan.withSlotBits(bits));
    }

    /**
     * The same by XXH3 with another seed.
     *
     * @param seed read as unsigned
     */
    public HrwPartitioner<K> withSeed(long seed) {
        return new HrwPartitioner<>(encoder, plan.withSeed(seed));
    }

    /**
     * The same by SipHash-2-4, for keys that strangers choose.
     *
     * @param secret 16 bytes, copied. They are part of the job as it is submitted and as the cluster keeps it; no message
     *     and no {@link #toString()} shows them
     * @throws IllegalArgumentException unless there are exactly 16
     */
    public HrwPartitioner<K> withSecret(byte[] secret) {
        return new HrwPartitioner<>(encoder, plan.withSecret(secret));
    }

    /**
     * The subtask of a key.
     *
     * @param key not null
     * @param numPartitions how many subtasks there are, at least 1 and as many as the options name
     * @return 0 to {@code numPartitions - 1}
     * @throws IllegalArgumentException if the key is null or there are too few subtasks; one line
     */
    @Override
    public int partition(K key, int numPartitions) {
        if (key == null) {
            throw new IllegalArgumentException(
                    "a key is null and has no owner; allowed: any other key, an empty one too (filter null keys out)");
        }
        return owners(numPartitions).owner(encoder.encode(key));
    }

    private Owners owners(int subtasks) {
        Owners known = owners;
        if (known == null || !known.isFor(subtasks)) {
            known = new Owners(plan, subtasks);
            owners = known;
        }
        return known;
    }

    /** Whether the other places all keys by the same rule and an equal encoder. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HrwPartitioner
                && encoder.equals(((HrwPartitioner<?>) other).encoder)
                && plan.equals(((HrwPartitioner<?>) other).plan);
    }

    @Override
    public int hashCode() {
        return plan.hashCode();
    }

    /** The rule in one line; a secret by its fingerprint. */
    @Override
    public String toString() {
        return plan + ", keys " + encoder;
    }
}
