package io.keystead.kafka.producer;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.PartitionInfo;

/**
 * How one topic's records are placed under one view of its metadata. Immutable, but for the null keys' position;
 * thread-safe.
 */
final class TopicRoute {
    private final List<PartitionInfo> metadata;
    private final Set<Integer> existing;
    private final Placement placement;
    /** From an index of the placement to a partition. */
    private final int[] partitions;

    private final int baseEnd;
    private final NullKeys nullKeys;

    private TopicRoute(List<PartitionInfo> metadata, Set<Integer> existing, Placement placement, int stretch) {
        this.metadata = metadata;
        this.existing = existing;
        this.placement = placement;
        this.partitions = placement.active().stream()
                .mapToInt(candidate -> Integer.parseInt(candidate.id()))
                .toArray();
        this.baseEnd =
                placement.topology().base().map(base -> base.partitions()).orElse(0);
        this.nullKeys = nullKeys(stretch);
    }

    /**
     * @param existing the {@link #numbers} of the metadata
     * @param placement of these partitions, or some of them
     */
    static TopicRoute of(List<PartitionInfo> metadata, Set<Integer> existing, Placement placement, int stretch) {
        return new TopicRoute(metadata, existing, placement, stretch);
    }

    /** The same placement under newer metadata with the same partitions. */
    TopicRoute refreshed(List<PartitionInfo> newer, int stretch) {
        return new TopicRoute(newer, existing, placement, stretch);
    }

    static Set<Integer> numbers(List<PartitionInfo> metadata) {
        // The list can be in any order, so it says which partitions there are and nothing by position.
        Set<Integer> numbers = new TreeSet<>();
        metadata.forEach(info -> numbers.add(info.partition()));
        return numbers;
    }

    /** Whether this was made from that very list; a client makes a new one with each refresh of its metadata. */
    boolean isFor(List<PartitionInfo> list) {
        return metadata == list;
    }

    boolean hasPartitions(Set<Integer> numbers) {
        return existing.equals(numbers);
    }

    int owner(byte[] key) {
        return partitions[placement.owner(key)];
    }

    int spread(int valueBytes) {
        return nullKeys.next(valueBytes);
    }

    /** Whether a key with this owner is still on the partitions that murmur2 filled. */
    boolean isBase(int partition) {
        return partition < baseEnd;
    }

    Topology topology() {
        return placement.topology();
    }

    Placement placement() {
        return placement;
    }

    int active() {
        return partitions.length;
    }

    /** Over the active partitions that have a leader, or all active ones if none has. */
    private NullKeys nullKeys(int stretch) {
        Set<Integer> available = new TreeSet<>();
        for (PartitionInfo info : metadata) {
            if (info.leader() != null) {
                available.add(info.partition());
            }
        }
        List<Candidate> active = placement.active();
        int[] some = IntStream.range(0, partitions.length)
                .filter(index -> available.contains(partitions[index]))
                .toArray();
        int[] indices =
                some.length > 0 ? some : IntStream.range(0, partitions.length).toArray();
        return new NullKeys(
                Arrays.stream(indices).map(index -> partitions[index]).toArray(),
                Arrays.stream(indices)
                        .mapToDouble(index -> active.get(index).weight())
                        .toArray(),
                stretch,
                () -> ThreadLocalRandom.current().nextDouble());
    }
}
