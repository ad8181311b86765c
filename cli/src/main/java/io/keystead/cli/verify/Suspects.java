package io.keystead.cli.verify;

import io.keystead.hrw.Base;
import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.Murmur2;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one kind of writer that accounts for every wrong record.
 *
 * <p>A suspect is dropped at the first wrong record that it would have put elsewhere, so one that is left would have put
 * each of them exactly where it was found. With few keys several may be left. Records of hot keys are not looked into. Not thread-safe; {@link #add(Suspects)}
 * joins what two threads have seen of one topic.
 */
final class Suspects {
    /** How far down the rank the record is looked for before all of it is made. */
    private static final int USUAL_RANK = 4;

    private final Writers writers;
    private final CRC32 crc32 = new CRC32();
    /** How many partitions Kafka's default partitioner may have seen. */
    private final BitSet defaults = new BitSet();
    /** Which bases the writers may have been given. */
    private final BitSet bases = new BitSet();

    private final BitSet lacked = new BitSet();
    private final BitSet had = new BitSet();
    private boolean byMembership = true;
    private boolean byCrc32 = true;
    private boolean byPlain;
    private long wrong;
    private long asByDefault;

    private Suspects(Writers writers) {
        this.writers = writers;
        this.byPlain = writers.plain() != null;
        defaults.set(1, writers.partitions() + 1);
        if (writers.unbased() != null) {
            // A base of one partition is none, and one of all partitions is Kafka's default.
            bases.set(2, Math.max(2, writers.partitions()));
            writers.topology().base().ifPresent(base -> bases.clear(base.partitions()));
        }
    }

    /**
     * What the suspects would have done, made once for all threads.
     *
     * @param partitions how many the topic has
     * @param everyone the topology, with all partitions of the topic active
     * @param plain what a writer without properties does; null if the topology says no more than that
     * @param unbased the contest that any base leaves to the later partitions; null where bases are not looked into
     */
    record Writers(
            Topology topology,
            int partitions,
            Placement everyone,
            @Nullable Placement plain,
            @Nullable Placement unbased) {
        static Writers of(Topology topology, int partitions) {
            Topology plain = Topology.ofPartitions(partitions);
            return new Writers(
                    topology,
                    partitions,
                    Placement.of(everyone(topology, partitions)),
                    topology.equals(plain) ? null : Placement.of(plain),
                    // With weights or retired partitions the contest is another for each base.
                    topology.candidates().equals(plain.candidates()) && topology.slotBits() == 0
                            ? Placement.of(
                                    plain.toBuilder().hash(topology.hash()).build())
                            : null);
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
    }

    static Suspects of(Writers writers) {
        return new Suspects(writers);
    }

    /** One wrong record. */
    void add(byte[] key, int found) {
        wrong++;
        int murmur2 = Murmur2.hash(key, 0, key.length) & Integer.MAX_VALUE;
        if (murmur2 % writers.partitions() == found) {
            asByDefault++;
        }
        for (int n = defaults.nextSetBit(1); n > 0; n = defaults.nextSetBit(n + 1)) {
            defaults.set(n, murmur2 % n == found);
        }
        if (!bases.isEmpty() && writers.unbased() != null) {
            int winner = partition(writers.unbased(), key);
            for (int n = bases.nextSetBit(1); n > 0; n = bases.nextSetBit(n + 1)) {
                bases.set(n, (winner < n ? murmur2 % n : winner) == found);
            }
        }
        if (byPlain && writers.plain() != null) {
            byPlain = partition(writers.plain(), key) == found;
        }
        if (byCrc32) {
            crc32.reset();
            crc32.update(key);
            byCrc32 = crc32.getValue() % writers.partitions() == found;
        }
        if (byMembership) {
            addMembership(key, Integer.toString(found));
        }
    }

    /**
     * A writer that has other candidates puts a key on the first of the rank that it has. So it lacks those before the one
     * that was found, and has that one; a partition that is lacking for one record and there for another acquits.
     */
    private void addMembership(byte[] key, String found) {
        List<Bid> rank = writers.everyone().top(key, USUAL_RANK);
        if (rank.stream().noneMatch(bid -> bid.candidate().id().equals(found))) {
            rank = writers.everyone().rank(key);
        }
        for (Bid bid : rank) {
            String id = bid.candidate().id();
            if (id.equals(found)) {
                break;
            }
            lacked.set(Integer.parseInt(id));
        }
        had.set(Integer.parseInt(found));
        byMembership = !lacked.intersects(had);
    }

    private static int partition(Placement placement, byte[] key) {
        return Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }

    /** Joins what another thread has seen. */
    void add(Suspects other) {
        wrong += other.wrong;
        asByDefault += other.asByDefault;
        defaults.and(other.defaults);
        bases.and(other.bases);
        lacked.or(other.lacked);
        had.or(other.had);
        byMembership &= other.byMembership && !lacked.intersects(had);
        byCrc32 &= other.byCrc32;
        byPlain &= other.byPlain;
    }

    /** What the wrong records were written by, the likeliest first; each fits all of them. Empty if there are none. */
    List<String> causes() {
        List<String> causes = new ArrayList<>();
        if (wrong == 0) {
            return causes;
        }
        int partitions = writers.partitions();
        if (defaults.get(partitions)) {
            causes.add("Kafka's default partitioner");
        }
        if (byPlain) {
            causes.add("HrwPartitioner without any keystead property");
        }
        if (byMembership) {
            causes.add("HrwPartitioner " + membership());
        }
        bases.stream().forEach(n -> causes.add("HrwPartitioner with keystead.base=" + Base.murmur2(n)));
        if (byCrc32) {
            causes.add("librdkafka's default partitioner (CRC32)");
        }
        defaults.stream()
                .filter(n -> n < partitions)
                .forEach(n -> causes.add("Kafka's default partitioner when the topic had " + count(n)));
        return causes;
    }

    /** How many wrong records were looked into: all but those of spread keys. */
    long wrong() {
        return wrong;
    }

    /** How many of the wrong records lie where Kafka's default partitioner puts them. */
    long asByDefault() {
        return asByDefault;
    }

    private String membership() {
        BitSet active = new BitSet();
        writers.topology().active().forEach(candidate -> active.set(Integer.parseInt(candidate.id())));
        BitSet missing = (BitSet) lacked.clone();
        missing.and(active);
        BitSet extra = (BitSet) had.clone();
        extra.andNot(active);
        if (extra.isEmpty()) {
            return "without " + named(missing);
        }
        return "that has " + named(extra) + " too" + (missing.isEmpty() ? "" : ", and lacks " + named(missing));
    }

    private static String named(BitSet partitions) {
        List<String> ranges = new ArrayList<>();
        for (int first = partitions.nextSetBit(0); first >= 0; ) {
            int end = partitions.nextClearBit(first);
            ranges.add(end - first == 1 ? Integer.toString(first) : first + "-" + (end - 1));
            first = partitions.nextSetBit(end);
        }
        return (partitions.cardinality() == 1 ? "partition " : "partitions ") + String.join(",", ranges);
    }

    private static String count(int partitions) {
        return partitions == 1 ? "1 partition" : partitions + " partitions";
    }
}
