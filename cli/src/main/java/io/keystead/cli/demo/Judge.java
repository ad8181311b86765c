package io.keystead.cli.demo;

import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.Movement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Holds what the consumer saw against theory.
 *
 * <p>Counts must be within z standard deviations of what theory says plus {@code z^2 / 3} times the largest single
 * contribution. By Bernstein's inequality a sum of independent contributions is outside with probability {@code 2
 * exp(-z^2 / 2)} at most, however few they are and however unequal; z is chosen so that all these checks together fail
 * by chance in one of a million key sets. Pure computation.
 */
final class Judge {
    private static final double ALPHA = 1e-6;
    /** Cochran's rule: below it Pearson's statistic does not have the chi-square distribution. */
    private static final long LEAST_KEYS_PER_PARTITION = 5;

    private final Growth growth;
    private final KeySet keys;
    private final double sigmas;
    private final List<Check> checks = new ArrayList<>();

    private Judge(Growth growth, KeySet keys) {
        this.growth = growth;
        this.keys = keys;
        int schemes = Scheme.values().length;
        // Moved keys of each scheme, moved bytes of each scheme, and one load.
        int comparisons = 2 * schemes + 1;
        this.sigmas = Bound.sigmasFor(ALPHA, comparisons);
    }

    /** @param seen for each scheme what the consumer saw of each of its passes, in order */
    static Report judge(Growth growth, KeySet keys, long factor, Map<Scheme, List<Sighting>> seen) {
        Judge judge = new Judge(growth, keys);
        List<Outcome> outcomes = Arrays.stream(Scheme.values())
                .map(scheme -> judge.outcome(scheme, seen.getOrDefault(scheme, List.of())))
                .toList();
        outcomes.forEach(judge::check);
        return new Report(growth, keys, factor, outcomes, judge.sigmas, List.copyOf(judge.checks));
    }

    private Outcome outcome(Scheme scheme, List<Sighting> passes) {
        Sighting last = passes.get(passes.size() - 1);
        Sighting beforeGrowth = passes.get(passes.size() - 2);
        return new Outcome(
                scheme,
                scheme == Scheme.ADOPTED ? movement(growth.before(), passes.get(0), beforeGrowth) : null,
                movement(growth.after(), beforeGrowth, last),
                scheme == Scheme.DEFAULT ? growth.movedByRemainder() : growth.leastMoved(),
                last.load(growth.to()));
    }

    private Movement movement(Set<String> after, Sighting from, Sighting to) {
        Movement movement = new Movement(growth.before(), after);
        for (int index = 0; index < keys.size(); index++) {
            movement.add(
                    Integer.toString(from.partition(index)), Integer.toString(to.partition(index)), to.bytes(index));
        }
        return movement;
    }

    private void check(Outcome outcome) {
        String label = outcome.scheme().label();
        Movement moved = outcome.growth();
        if (outcome.adoption() != null) {
            exact(label + ": keys moved by adoption", outcome.adoption().movedKeys());
        }
        within(label + ": keys moved by growth", moved.movedKeys(), outcome.expectedKeys(), 1);
        if (keys.isSized()) {
            within(label + ": bytes moved by growth", moved.movedBytes(), outcome.expectedBytes(), (double)
                    keys.largest());
        }
        if (outcome.scheme() != Scheme.DEFAULT) {
            exact(label + ": keys moved between old partitions", moved.needless());
        }
        // Only where rendezvous hashing placed every key is the evenness its own.
        if (outcome.scheme() == Scheme.HRW && keys.size() >= LEAST_KEYS_PER_PARTITION * growth.to()) {
            double found = outcome.evenness().sigmas();
            checks.add(new Check(
                    label + ": evenness of load",
                    found <= sigmas,
                    String.format(Locale.ROOT, "%+.2f σ", found),
                    String.format(Locale.ROOT, "at most %.2f σ", sigmas)));
        }
    }

    private void exact(String what, long found) {
        checks.add(new Check(what, found == 0, Long.toString(found), "0"));
    }

    private void within(String what, long found, Bound bound, double largest) {
        double allowed = sigmas * bound.sigma() + sigmas * sigmas * largest / 3;
        checks.add(new Check(
                what,
                Math.abs((double) found - bound.mean()) <= allowed,
                String.format(Locale.ROOT, "%,d", found),
                String.format(Locale.ROOT, "%,.0f ± %,.0f", bound.mean(), allowed)));
    }
}
