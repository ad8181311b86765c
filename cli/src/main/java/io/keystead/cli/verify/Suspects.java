package io.keystead.cli.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Looks for one kind of writer that accounts for every wrong record.
 *
 * <p>A suspect is dropped at the first wrong record that it would have put elsewhere, so one that is left would have put
 * each of them exactly where it was found. With few keys several may be left. Records of hot keys are not looked into. Not thread-safe; {@link #add(Suspects)}
 * joins what two threads have seen of one topic.
 */
final class Suspects {
    /** What a writer is called that has the class and nothing else. */
    static final String PLAIN_HRW = "HrwPartitioner without any keystead property";

    private final Writers writers;
    /** How many partitions the writers of each scheme may have seen, without those at which another one does the same. */
    private final Map<Scheme, BitSet> seen = new EnumMap<>(Scheme.class);
    /** Which bases the writers may have been given. */
    private final BitSet bases = new BitSet();

    private final BitSet lacked = new BitSet();
    private final BitSet had = new BitSet();
    private boolean byMembership = true;
    private boolean byPlain;
    private long wrong;
    private long asByDefault;

    private Suspects(Writers writers) {
        this.writers = writers;
        this.byPlain = writers.plain() != null;
        for (Scheme scheme : Scheme.values()) {
            BitSet counts = new BitSet();
            for (int n = 1; n <= writers.partitions(); n++) {
                counts.set(n, !scheme.isRepetition(n));
            }
            seen.put(scheme, counts);
        }
        if (writers.unbased() != null) {
            // A base of one partition is none, and one of all partitions is Kafka's default.
            bases.set(2, Math.max(2, writers.partitions()));
            writers.topology().base().ifPresent(base -> bases.clear(base.partitions()));
        }
    }

    static Suspects of(Writers writers) {
        return new Suspects(writers);
    }

    /** One wrong record. */
    void add(byte[] key, int found) {
        wrong++;
        int murmur2 = Hash32.MURMUR2.of(key, key.length);
        if (Scheme.MURMUR2.partition(murmur2, writers.partitions()) == found) {
            asByDefault++;
        }
        for (Map.Entry<Scheme, BitSet> entry : seen.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                Scheme scheme = entry.getKey();
                int hashed = scheme.hash() == Hash32.MURMUR2
                        ? murmur2
                        : scheme.hash().of(key, key.length);
                keep(entry.getValue(), n -> scheme.partition(hashed, n) == found);
            }
        }
        if (!bases.isEmpty()) {
            int winner = writers.unbasedOwner(key);
            keep(bases, n -> (winner < n ? Scheme.MURMUR2.partition(murmur2, n) : winner) == found);
        }
        byPlain = byPlain && writers.plainOwner(key) == found;
        if (byMembership) {
            addMembership(key, found);
        }
    }

    private static void keep(BitSet numbers, IntPredicate fits) {
        for (int n = numbers.nextSetBit(0); n >= 0; n = numbers.nextSetBit(n + 1)) {
            numbers.set(n, fits.test(n));
        }
    }

    /**
     * A writer that has other candidates puts a key on the first of the rank that it has. So it lacks those before the one
     * that was found, and has that one; a partition that is lacking for one record and there for another acquits.
     */
    private void addMembership(byte[] key, int found) {
        lacked.or(writers.before(key, found));
        had.set(found);
        byMembership = !lacked.intersects(had);
    }

    /** Joins what another thread has seen. */
    void add(Suspects other) {
        wrong += other.wrong;
        asByDefault += other.asByDefault;
        seen.forEach((scheme, counts) -> counts.and(other.seen.getOrDefault(scheme, new BitSet())));
        bases.and(other.bases);
        lacked.or(other.lacked);
        had.or(other.had);
        byMembership &= other.byMembership && !lacked.intersects(had);
        byPlain &= other.byPlain;
    }

    /** What the wrong records were written by, the likeliest first; each fits all of them. Empty if there are none. */
    List<String> causes() {
        List<String> causes = new ArrayList<>();
        if (wrong == 0) {
            return causes;
        }
        int partitions = writers.partitions();
        addSchemes(causes, List.of(Scheme.MURMUR2), partitions, partitions);
        if (byPlain) {
            causes.add(PLAIN_HRW);
        }
        if (byMembership) {
            causes.add(writers.membership(writers.candidates(lacked, had)));
        }
        bases.stream().forEach(n -> causes.add(Writers.based(n)));
        addSchemes(causes, Scheme.OTHERS, partitions, partitions);
        addSchemes(causes, List.of(Scheme.values()), 1, partitions - 1);
        return causes;
    }

    /** The base that was perhaps not told of: murmur2 over so many partitions accounts for all wrong records, and no base was given. */
    OptionalInt forgottenBase() {
        if (wrong == 0 || writers.unbased() == null || writers.topology().base().isPresent()) {
            return OptionalInt.empty();
        }
        int most = seen.getOrDefault(Scheme.MURMUR2, new BitSet()).length() - 1;
        return most > 1 ? OptionalInt.of(most) : OptionalInt.empty();
    }

    private void addSchemes(List<String> causes, List<Scheme> schemes, int least, int most) {
        for (Scheme scheme : schemes) {
            seen.getOrDefault(scheme, new BitSet()).stream()
                    .filter(n -> n >= least && n <= most)
                    .forEach(n -> causes.add(scheme.writer(n, writers.partitions())));
        }
    }

    /** How many wrong records were looked into: all but those of spread keys. */
    long wrong() {
        return wrong;
    }

    /** How many of the wrong records lie where Kafka's default partitioner puts them. */
    long asByDefault() {
        return asByDefault;
    }
}
