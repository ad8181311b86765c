package io.keystead.cli.verify;

import io.keystead.hrw.Base;
import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What writers with HRW and other properties would do; made once for all threads. Immutable and thread-safe.
 *
 * @param topology what the writers should have
 * @param partitions how many the topic has
 * @param expected the placement of the topology
 * @param everyone the same with all partitions of the topic active
 * @param plain what a writer without properties does; null if the topology says no more than that
 * @param unbased the contest that any base leaves to the later partitions; null where bases are not looked into
 * @param encoding from a key as it stands in a record to the bytes that a writer with the topology places
 */
record Writers(
        Topology topology,
        int partitions,
        Placement expected,
        Placement everyone,
        @Nullable Placement plain,
        @Nullable Placement unbased,
        UnaryOperator<byte[]> encoding) {
    /** How far down the rank a record is looked for before all of it is made. */
    private static final int USUAL_RANK = 4;

    /** Of keys that are placed as they stand. */
    static Writers of(Topology topology, int partitions) {
        Topology plain = Topology.ofPartitions(partitions);
        Topology everyone = everyone(topology, partitions);
        Placement expected = Placement.of(topology);
        return new Writers(
                topology,
                partitions,
                expected,
                // A table of slots takes its time.
                everyone.equals(topology) ? expected : Placement.of(everyone),
                topology.equals(plain) ? null : Placement.of(plain),
                // With weights or retired partitions the contest is another for each base.
                topology.candidates().equals(plain.candidates()) && topology.slotBits() == 0
                        ? Placement.of(plain.toBuilder().hash(topology.hash()).build())
                        : null,
                UnaryOperator.identity());
    }

    /** The same where writers with the topology place other bytes than the key's own. */
    Writers withEncoding(UnaryOperator<byte[]> other) {
        return new Writers(topology, partitions, expected, everyone, plain, unbased, other);
    }

    private static Topology everyone(Topology topology, int partitions) {
        Topology.Builder builder = topology.toBuilder();
        for (int partition = 0; partition < partitions; partition++) {
            Candidate candidate = Candidate.partition(partition);
            if (topology.candidates().stream().noneMatch(known -> known.id().equals(candidate.id()))) {
                builder.candidate(candidate);
            }
        }
        return builder.build();
    }

    /** The partitions that the topology has active. */
    BitSet active() {
        BitSet active = new BitSet();
        topology.active().forEach(candidate -> active.set(number(candidate)));
        return active;
    }

    /** How many places these partitions are, as {@link Rule#places()} counts them. */
    double places(BitSet candidates) {
        return places(everyone.active().stream()
                .filter(candidate -> candidates.get(number(candidate)))
                .toList());
    }

    /** How many places these candidates are: the sum of the weights by the largest of them. */
    static double places(List<Candidate> candidates) {
        double sum = candidates.stream().mapToDouble(Candidate::weight).sum();
        return sum / candidates.stream().mapToDouble(Candidate::weight).max().orElseThrow();
    }

    /** Where a writer with the topology puts a key. */
    int expectedOwner(byte[] key) {
        return owner(expected, encoding.apply(key));
    }

    /** Where a writer without properties puts a key; -1 if that is the same writer. */
    int plainOwner(byte[] key) {
        return plain == null ? -1 : owner(plain, key);
    }

    /** The winner among the partitions that a base leaves to the contest; -1 where bases are not looked into. */
    int unbasedOwner(byte[] key) {
        return unbased == null ? -1 : owner(unbased, key);
    }

    private static int owner(Placement placement, byte[] placed) {
        return number(placement.active().get(placement.owner(placed)));
    }

    /** The partitions that rank before this one, which a writer that put the key there must have lacked. */
    BitSet before(byte[] key, int partition) {
        byte[] placed = encoding.apply(key);
        List<Bid> rank = everyone.top(placed, USUAL_RANK);
        if (rank.stream().noneMatch(bid -> number(bid.candidate()) == partition)) {
            rank = everyone.rank(placed);
        }
        BitSet before = new BitSet();
        for (Bid bid : rank) {
            int number = number(bid.candidate());
            if (number == partition) {
                break;
            }
            before.set(number);
        }
        return before;
    }

    /**
     * The candidates that a writer must have had.
     *
     * @param lacked the partitions that it has passed over
     * @param had those that it has used
     */
    BitSet candidates(BitSet lacked, BitSet had) {
        BitSet candidates = active();
        candidates.or(had);
        candidates.andNot(lacked);
        return candidates;
    }

    /** What a writer with these candidates is called. */
    String membership(BitSet candidates) {
        BitSet missing = active();
        missing.andNot(candidates);
        BitSet extra = (BitSet) candidates.clone();
        extra.andNot(active());
        if (extra.isEmpty()) {
            return missing.isEmpty() ? Suspects.PLAIN_HRW : "HrwPartitioner without " + named(missing);
        }
        return "HrwPartitioner that has " + named(extra) + " too"
                + (missing.isEmpty() ? "" : ", and lacks " + named(missing));
    }

    /** What a writer with another base is called. */
    static String based(int partitions) {
        return "HrwPartitioner with keystead.base=" + Base.murmur2(partitions);
    }

    private static String named(BitSet partitions) {
        StringBuilder ranges = new StringBuilder();
        for (int first = partitions.nextSetBit(0); first >= 0; ) {
            int end = partitions.nextClearBit(first);
            ranges.append(ranges.isEmpty() ? "" : ",")
                    .append(end - first == 1 ? Integer.toString(first) : first + "-" + (end - 1));
            first = partitions.nextSetBit(end);
        }
        return (partitions.cardinality() == 1 ? "partition " : "partitions ") + ranges;
    }

    private static int number(Candidate candidate) {
        return Integer.parseInt(candidate.id());
    }
}
