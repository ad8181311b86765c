package io.keystead.cli.verify;

import io.keystead.cli.verify.Finding.Part;
import io.keystead.cli.verify.Finding.Told;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells from a client's sample which kinds of writers it is of.
 *
 * <p>A record of a writer that is not among the hypotheses fits one with n places with probability 1/n, each key for itself. So
 * c fits or more among k keys have the probability exp(-k D(c/k || 1/n)) at most, where D is the relative entropy (the Chernoff
 * bound; n^-k where all fit). M hypotheses have M chances, and a hypothesis counts only where M times the bound is below
 * {@value #CHANCE}.
 */
final class Attribution {
    /** How often nothing but chance may make a hypothesis count. */
    static final double CHANCE = 1e-6;

    private static final int MAX_PARTS = 4;
    private static final int ROUNDS = 500;

    private final Writers writers;
    private final List<Hypothesis> hypotheses;
    private final Set<String> names;

    Attribution(Rule rule, Writers writers) {
        this.writers = writers;
        this.hypotheses = Hypothesis.all(rule, writers);
        this.names = Set.copyOf(names(hypotheses));
    }

    /** What a client's sample tells. */
    Finding of(ClientTally tally) {
        List<Sighting> keys = List.copyOf(tally.keys());
        List<Sighting> every = List.copyOf(tally.keysAndWrongOnes());
        List<Hypothesis> whole =
                tried(every).filter(hypothesis -> hypothesis.fits(every)).toList();
        if (whole.stream().anyMatch(hypothesis -> counts(hypothesis, keys, hypothesis.places()))) {
            return new Finding(Told.ONE_WRITER, keys.size(), needed(), List.of(new Part(names(whole), 1)), 0);
        }
        if (keys.size() < needed()) {
            return new Finding(Told.TOO_FEW, keys.size(), needed(), List.of(), 1);
        }
        return mixture(keys, every);
    }

    /** How many keys it takes to tell a writer that uses all partitions. */
    int needed() {
        return writers.partitions() == 1
                ? Integer.MAX_VALUE
                : (int) Math.ceil((Math.log(hypotheses.size()) - Math.log(CHANCE)) / Math.log(writers.partitions()));
    }

    /** All hypotheses, with the one whose candidates these records tell. */
    private Stream<Hypothesis> tried(Collection<Sighting> sightings) {
        return Stream.concat(
                hypotheses.stream(),
                Hypothesis.membership(sightings, writers).stream().filter(found -> !names.contains(found.writer())));
    }

    /** Whether it fits more of these keys than chance explains. */
    private boolean counts(Hypothesis hypothesis, Collection<Sighting> keys, double places) {
        double share = hypothesis.count(keys) / (double) keys.size();
        double byChance = 1 / places;
        if (keys.isEmpty() || share <= byChance) {
            return false;
        }
        double entropy = share * Math.log(share / byChance)
                + (share == 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - byChance)));
        return Math.log(hypotheses.size()) + hypothesis.lnVariants() - keys.size() * entropy <= Math.log(CHANCE);
    }

    /** The writer that fits the most, then the one that fits the most of the rest, and so on. */
    private Finding mixture(List<Sighting> keys, List<Sighting> every) {
        List<List<Hypothesis>> parts = new ArrayList<>();
        // The sample of wrong keys is none of all keys, so the first writer is looked for without it.
        List<Sighting> looked = keys;
        List<Sighting> rest = every;
        while (!rest.isEmpty() && parts.size() < MAX_PARTS) {
            Hypothesis best = best(looked);
            // Where a record does not lie, because another writer would have put it there, one place is left out.
            if (!counts(best, looked, parts.isEmpty() ? best.places() : Math.max(2, best.places() - 1))) {
                break;
            }
            List<Sighting> left = rest;
            parts.add(Stream.concat(Stream.of(best), tried(looked).filter(other -> isSame(best, other, left)))
                    .toList());
            rest = rest.stream().filter(sighting -> !best.fits(sighting)).toList();
            looked = rest;
        }
        if (parts.isEmpty()) {
            return new Finding(Told.NONE, keys.size(), needed(), List.of(), 1);
        }
        double[] shares = shares(parts, keys, !rest.isEmpty());
        List<Part> told = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            told.add(new Part(names(parts.get(i)), shares[i]));
        }
        return new Finding(Told.MIXTURE, keys.size(), needed(), told, shares[parts.size()]);
    }

    private Hypothesis best(List<Sighting> sightings) {
        Hypothesis best = hypotheses.get(0);
        long most = -1;
        // Of equals the first is kept, and the likeliest come first.
        for (Hypothesis hypothesis : tried(sightings).toList()) {
            long count = hypothesis.count(sightings);
            if (count > most) {
                best = hypothesis;
                most = count;
            }
        }
        return best;
    }

    private static boolean isSame(Hypothesis one, Hypothesis other, List<Sighting> sightings) {
        return !one.writer().equals(other.writer())
                && sightings.stream().allMatch(sighting -> one.fits(sighting) == other.fits(sighting));
    }

    private static List<String> names(List<Hypothesis> hypotheses) {
        return hypotheses.stream().map(Hypothesis::writer).toList();
    }

    /**
     * The likeliest shares of the parts, and last the share of writers that put keys anywhere: a key that fits several is of
     * each in proportion to what each has of the others (expectation maximisation).
     */
    private double[] shares(List<List<Hypothesis>> parts, List<Sighting> keys, boolean hasRest) {
        int count = parts.size() + 1;
        double[][] likely = new double[keys.size()][count];
        for (int i = 0; i < keys.size(); i++) {
            for (int part = 0; part < parts.size(); part++) {
                likely[i][part] = parts.get(part).get(0).fits(keys.get(i)) ? 1 : 0;
            }
            likely[i][count - 1] = hasRest ? 1.0 / writers.partitions() : 0;
        }
        double[] shares = new double[count];
        Arrays.fill(shares, 1.0 / count);
        for (int round = 0; round < ROUNDS; round++) {
            shares = next(shares, likely);
        }
        return shares;
    }

    private static double[] next(double[] shares, double[][] likely) {
        double[] next = new double[shares.length];
        for (double[] key : likely) {
            double sum = 0;
            for (int part = 0; part < shares.length; part++) {
                sum += shares[part] * key[part];
            }
            for (int part = 0; part < shares.length && sum > 0; part++) {
                next[part] += shares[part] * key[part] / sum / likely.length;
            }
        }
        return next;
    }

    /** Of parts the largest first. */
    static List<Part> bySize(Finding finding) {
        return finding.parts().stream()
                .sorted(Comparator.comparing(Part::share).reversed())
                .toList();
    }
}
