package io.keystead.kafka.producer;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyHeaders;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.kafka.topology.HotKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.PartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * How one topic's records are placed under one view of its metadata. Immutable, but for the positions of spreads and the
 * counts of keys; thread-safe.
 */
final class TopicRoute {
    private final List<PartitionInfo> metadata;
    private final Set<Integer> existing;
    private final Set<Integer> available;
    private final Placement placement;
    private final KeyHash hash;
    /** From an index of the placement to a partition. */
    private final int[] partitions;

    private final int baseEnd;
    private final StickySpread nullKeys;
    private final @Nullable HotSpreads hotKeys;
    private final KeyShares shares;
    private final @Nullable AvroKeys avroKeys;

    private TopicRoute(
            List<PartitionInfo> metadata,
            Set<Integer> existing,
            Set<Integer> available,
            Placement placement,
            StickySpread nullKeys,
            @Nullable HotSpreads hotKeys,
            KeyShares shares,
            @Nullable AvroKeys avroKeys) {
        this.metadata = metadata;
        this.existing = existing;
        this.available = available;
        this.placement = placement;
        this.hash = placement.topology().hash();
        this.partitions = partitions(placement);
        this.baseEnd =
                placement.topology().base().map(base -> base.partitions()).orElse(0);
        this.nullKeys = nullKeys;
        this.hotKeys = hotKeys;
        this.shares = shares;
        this.avroKeys = avroKeys;
    }

    /**
     * @param existing the {@link #numbers} of the metadata
     * @param placement of these partitions, or some of them
     * @param listed the keys to spread in this topic
     * @param shares counts the topic's keys
     * @param avroKeys makes their bytes, or null where they are hashed as they stand
     * @param stretch about how many bytes go to one partition before the next is drawn
     */
    static TopicRoute of(
            List<PartitionInfo> metadata,
            Set<Integer> existing,
            Placement placement,
            Collection<HotKey> listed,
            KeyShares shares,
            @Nullable AvroKeys avroKeys,
            int stretch) {
        Set<Integer> available = available(metadata);
        return new TopicRoute(
                metadata,
                existing,
                available,
                placement,
                nullKeys(placement, available, stretch),
                HotSpreads.of(listed, placement, available, stretch),
                shares,
                avroKeys);
    }

    /** The same placement under newer metadata with the same partitions. */
    TopicRoute refreshed(List<PartitionInfo> newer, int stretch) {
        Set<Integer> now = available(newer);
        // Nearly always so, and then a long list of hot keys costs nothing.
        boolean same = now.equals(available);
        return new TopicRoute(
                newer,
                existing,
                now,
                placement,
                same ? nullKeys : nullKeys(placement, now, stretch),
                same || hotKeys == null ? hotKeys : hotKeys.over(now, stretch),
                shares,
                avroKeys);
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

    /**
     * The bytes of a key that are hashed.
     *
     * @param key the object, null where it is not known
     * @param bytes the key serialized
     * @throws io.keystead.avro.AvroKeyException if it has none
     */
    byte[] placed(@Nullable Object key, byte[] bytes) {
        AvroKeys encoding = avroKeys;
        return encoding == null ? bytes : encoding.ofRecord(key, bytes, KeyHeaders.UNSEEN);
    }

    long hash(byte[] key) {
        return hash.hash(key);
    }

    int owner(long keyHash, byte[] key) {
        return partitions[placement.owner(keyHash, key)];
    }

    /** The spread of a key that is listed, or null for one that has an owner. */
    @Nullable
    StickySpread hotKey(long keyHash, byte[] key) {
        HotSpreads listed = hotKeys;
        return listed == null ? null : listed.find(keyHash, key);
    }

    StickySpread nullKeys() {
        return nullKeys;
    }

    /** How many keys are spread. */
    int hotKeys() {
        return hotKeys == null ? 0 : hotKeys.size();
    }

    KeyShares shares() {
        return shares;
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

    private static StickySpread nullKeys(Placement placement, Set<Integer> available, int stretch) {
        double[] weights =
                placement.active().stream().mapToDouble(Candidate::weight).toArray();
        return StickySpread.over(partitions(placement), weights, available, stretch);
    }

    private static int[] partitions(Placement placement) {
        return placement.active().stream()
                .mapToInt(candidate -> Integer.parseInt(candidate.id()))
                .toArray();
    }

    /** The partitions that have a leader. */
    private static Set<Integer> available(List<PartitionInfo> metadata) {
        return metadata.stream()
                .filter(info -> info.leader() != null)
                .map(PartitionInfo::partition)
                .collect(Collectors.toSet());
    }
}
