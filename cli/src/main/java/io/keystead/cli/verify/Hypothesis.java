package io.keystead.cli.verify;

import io.keystead.hrw.Base;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A kind of writer that a sample may be of.
 *
 * @param writer what it is called
 * @param places how many places it puts keys in: another writer's record fits it by chance once in so many times at most
 * @param lnVariants the logarithm of how many more like it were tried before this one was found to fit
 * @param fits whether it puts a record where it lies
 */
record Hypothesis(String writer, double places, double lnVariants, Predicate<Sighting> fits) {
    private Hypothesis(String writer, double places, Predicate<Sighting> fits) {
        this(writer, places, 0, fits);
    }

    boolean fits(Sighting sighting) {
        return fits.test(sighting);
    }

    boolean fits(Collection<Sighting> sightings) {
        return sightings.stream().allMatch(fits);
    }

    long count(Collection<Sighting> sightings) {
        return sightings.stream().filter(fits).count();
    }

    /** All that are tried, the likeliest first. */
    static List<Hypothesis> all(Rule rule, Writers writers) {
        int now = writers.partitions();
        List<Hypothesis> all = new ArrayList<>();
        all.add(new Hypothesis(rule.writer(), rule.places(), Sighting::expected));
        add(all, List.of(Scheme.MURMUR2), now, now, now);
        if (rule.topology().isEmpty()) {
            all.add(new Hypothesis(Suspects.PLAIN_HRW, now, sighting -> sighting.owner() == sighting.partition()));
        }
        if (writers.plain() != null) {
            all.add(new Hypothesis(Suspects.PLAIN_HRW, now, sighting -> sighting.plain() == sighting.partition()));
        }
        addMemberships(all, writers);
        addBases(all, writers);
        add(all, Scheme.OTHERS, now, now, now);
        // Over one partition every writer is alike.
        add(all, List.of(Scheme.values()), 2, now - 1, now);
        Map<String, Hypothesis> distinct = new LinkedHashMap<>();
        all.forEach(hypothesis -> distinct.putIfAbsent(hypothesis.writer(), hypothesis));
        return List.copyOf(distinct.values());
    }

    private static void add(List<Hypothesis> all, List<Scheme> schemes, int least, int most, int now) {
        for (Scheme scheme : schemes) {
            for (int seen = least; seen <= most; seen++) {
                int n = seen;
                if (!scheme.isRepetition(n)) {
                    all.add(new Hypothesis(scheme.writer(n, now), n, sighting -> sighting.isBy(scheme, n)));
                }
            }
        }
    }

    /** Writers that lack one partition, or have one too many, or still see the first ones alone. */
    private static void addMemberships(List<Hypothesis> all, Writers writers) {
        BitSet active = writers.active();
        for (int partition = 0; partition < writers.partitions(); partition++) {
            BitSet candidates = (BitSet) active.clone();
            candidates.flip(partition);
            addMembership(all, writers, candidates, 0);
        }
        for (int first = 2; first < writers.partitions(); first++) {
            BitSet candidates = (BitSet) active.clone();
            candidates.clear(first, writers.partitions());
            addMembership(all, writers, candidates, 0);
        }
    }

    private static void addMembership(List<Hypothesis> all, Writers writers, BitSet candidates, double lnVariants) {
        // A writer with one place puts everything there, which tells nothing.
        if (candidates.cardinality() > 1 && !candidates.equals(writers.active())) {
            all.add(new Hypothesis(
                    writers.membership(candidates),
                    writers.places(candidates),
                    lnVariants,
                    sighting -> sighting.isAmong(candidates)));
        }
    }

    private static void addBases(List<Hypothesis> all, Writers writers) {
        if (writers.unbased() == null) {
            return;
        }
        for (int n = 2; n < writers.partitions(); n++) {
            Base base = Base.murmur2(n);
            if (!writers.topology().base().equals(Optional.of(base))) {
                int partitions = n;
                all.add(new Hypothesis(
                        Writers.based(n), writers.partitions(), sighting -> sighting.isByBase(partitions)));
            }
        }
    }

    /**
     * The writer with whatever candidates of its own accounts for all of these records, if there is one: it lacks each
     * partition that it has passed over, and has each that it has used.
     */
    static Optional<Hypothesis> membership(Collection<Sighting> sightings, Writers writers) {
        BitSet lacked = new BitSet();
        BitSet had = new BitSet();
        for (Sighting sighting : sightings) {
            lacked.or(sighting.before());
            had.set(sighting.partition());
        }
        if (lacked.intersects(had)) {
            return Optional.empty();
        }
        BitSet candidates = writers.candidates(lacked, had);
        BitSet changed = (BitSet) candidates.clone();
        changed.xor(writers.active());
        List<Hypothesis> found = new ArrayList<>();
        addMembership(found, writers, candidates, lnChoices(writers.partitions(), changed.cardinality()));
        return found.stream().findFirst();
    }

    /** The logarithm of the number of ways to choose some of n. */
    private static double lnChoices(int n, int chosen) {
        double ln = 0;
        for (int i = 1; i <= chosen; i++) {
            ln += Math.log((n - chosen + i) / (double) i);
        }
        return ln;
    }
}
