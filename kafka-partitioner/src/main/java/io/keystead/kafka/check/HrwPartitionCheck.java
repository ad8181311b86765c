package io.keystead.kafka.check;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyHeaders;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.HotKeys;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a record lies in the partition that its key owns under one topology.
 *
 * <p>The key is the bytes on the wire, as the producer's serializer made them. A windowed key of Kafka Streams is placed
 * by its inner key, which stands first: check its bytes without the window (the last 8 of a time window, the last 16 of
 * a session). A {@linkplain HotKeys hot key} is right in each of its candidates. What is checked is placement alone; in which order records were written, no reader can tell.
 *
 * <p>Immutable and thread-safe. But for Avro keys a check allocates nothing and costs what the producer's look-up costs: O(n) for n
 * candidates, about 2 ns each, and O(1) with slots.
 */
public final class HrwPartitionCheck {
    /** Of owners to remember where a look-up is costly: half a megabyte. */
    private static final int CACHE_ENTRIES = 1 << 16;

    private final Placement placement;
    /** From an index of the placement to a partition. */
    private final int[] partitions;

    private final int[] draining;
    private final SpreadKeys spread;
    private final @Nullable AvroKeys avroKeys;

    private HrwPartitionCheck(Placement placement, SpreadKeys spread, @Nullable AvroKeys avroKeys) {
        this.placement = placement;
        this.spread = spread;
        this.avroKeys = avroKeys;
        this.partitions = placement.active().stream()
                .mapToInt(HrwPartitionCheck::partition)
                .toArray();
        this.draining = placement.topology().candidates().stream()
                .filter(candidate -> candidate.state() == CandidateState.DRAINING)
                .mapToInt(HrwPartitionCheck::partition)
                .sorted()
                .toArray();
    }

    /**
     * A check against a topology of keys as they stand.
     *
     * @throws IllegalArgumentException if a candidate is not a partition number in decimal, or the topology names a key
     *     encoding; one line
     */
    public static HrwPartitionCheck of(Topology topology) {
        topology.keyEncoding().ifPresent(name -> {
            throw new IllegalArgumentException("the topology's keys are " + name
                    + ", and no key schema was given; allowed: of(topology, avroKeys)");
        });
        return new HrwPartitionCheck(placement(topology), SpreadKeys.NONE, null);
    }

    /**
     * A check against a topology of Avro keys. Those that it is asked about are the serialized ones, whose writers' schemas
     * are looked up; one that has no canonical bytes is an {@link io.keystead.avro.AvroKeyException} in each of the
     * methods.
     *
     * @param avroKeys of the topic, with a registry unless keys are bare
     * @throws IllegalArgumentException if a candidate is not a partition number in decimal, or the topology's keys are not
     *     these; one line
     */
    public static HrwPartitionCheck of(Topology topology, AvroKeys avroKeys) {
        String named = topology.keyEncoding().orElse("as they stand");
        if (!named.equals(avroKeys.name())) {
            throw new IllegalArgumentException("the topology's keys are " + named + ", and " + avroKeys
                    + " was given; allowed: the keys that the topology names");
        }
        return new HrwPartitionCheck(placement(topology), SpreadKeys.NONE, avroKeys);
    }

    private static Placement placement(Topology topology) {
        Placement placement = Placement.of(topology);
        return placement.isCostly() ? placement.cached(CACHE_ENTRIES) : placement;
    }

    /**
     * The same check where the producers spread these keys: a listed key is right in any partition of its candidates.
     *
     * @param topic the topic whose records are checked
     */
    public HrwPartitionCheck withHotKeys(String topic, HotKeys hotKeys) {
        return new HrwPartitionCheck(placement, SpreadKeys.of(hotKeys.listed(topic), placement), avroKeys);
    }

    /** The topology that records are held against. */
    public Topology topology() {
        return placement.topology();
    }

    /**
     * The verdict on one record.
     *
     * @param key its key, null if it has none; an empty key is a key
     * @param partition where it lies, 0 or above
     * @throws IllegalArgumentException if the partition is negative
     */
    public Verdict check(byte @Nullable [] key, int partition) {
        return key == null ? Verdict.UNKNOWN : check(key, 0, key.length, partition);
    }

    /** The verdict on a record whose key is {@code length} bytes from {@code offset}; as {@link #check(byte[], int)}. */
    public Verdict check(byte[] key, int offset, int length, int partition) {
        return check(key, offset, length, KeyHeaders.UNSEEN, partition);
    }

    /** The same where the key's schema id is in a header. */
    public Verdict check(byte[] key, int offset, int length, KeyHeaders headers, int partition) {
        if (partition < 0) {
            throw new IllegalArgumentException("partition " + partition + " is negative; allowed: 0 and above");
        }
        if (avroKeys != null) {
            byte[] canonical = avroKeys.ofWire(key, offset, length, headers);
            return verdict(canonical, 0, canonical.length, partition);
        }
        return verdict(key, offset, length, partition);
    }

    private Verdict verdict(byte[] placed, int offset, int length, int partition) {
        if (partitions[placement.owner(placed, offset, length)] == partition
                || spread.allows(placed, offset, length, partition)) {
            return Verdict.RIGHT;
        }
        return Arrays.binarySearch(draining, partition) >= 0 ? Verdict.UNKNOWN : Verdict.WRONG;
    }

    /** The partition that owns the key in {@code length} bytes from {@code offset}. */
    public int owner(byte[] key, int offset, int length) {
        if (avroKeys != null) {
            return partitions[placement.owner(avroKeys.ofWire(key, offset, length, KeyHeaders.UNSEEN))];
        }
        return partitions[placement.owner(key, offset, length)];
    }

    /** Whether the key in {@code length} bytes from {@code offset} is one that the producers spread. */
    public boolean isSpread(byte[] key, int offset, int length) {
        if (avroKeys != null) {
            byte[] canonical = avroKeys.ofWire(key, offset, length, KeyHeaders.UNSEEN);
            return spread.isListed(canonical, 0, canonical.length);
        }
        return spread.isListed(key, offset, length);
    }

    static int partition(Candidate candidate) {
        String id = candidate.id();
        // The protocol's spelling only: a reader that takes "07" for 7 would look up another owner than the producer.
        if (!id.matches("0|[1-9]\\d{0,9}") || Long.parseLong(id) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the candidate \"" + id
                    + "\" is not a partition; allowed: partition numbers in decimal without leading zeros");
        }
        return Integer.parseInt(id);
    }
}
