package io.keystead.planner.whatif;

import java.util.HashMap;
import java.util.Map;

/**
 * What was counted of a sample, as parts of all of it: exact where all keys were looked at, else an estimate with its error.
 *
 * <p>Keys that are certain to be looked at stand for themselves. The random part stands for the rest by a ratio: what
 * moved of the rest is to all of the rest, which is known, as what moved of the part is to the part. Its variance is that
 * of the ratio estimator with the correction for a finite population (Cochran, Sampling Techniques, 1977, section 6.4). Where
 * the sample itself is a part of its source its own error comes on top, by the same formula.
 */
final class Count {
    private final Tally certain;
    private final Tally drawn;
    private final long rest;
    private final Totals totals;

    /**
     * What was counted.
     *
     * @param certain of keys that stand for themselves
     * @param drawn of keys that stand for {@code rest} keys
     */
    Count(Tally certain, Tally drawn, long rest, Totals totals) {
        this.certain = certain;
        this.drawn = drawn;
        this.rest = rest;
        this.totals = totals;
    }

    /** How many keys were looked at. */
    long looked() {
        return certain.all(Unit.KEYS) + drawn.all(Unit.KEYS);
    }

    private double scale(Unit unit) {
        long looked = drawn.all(unit);
        return looked == 0 ? 0 : (double) (totals.of(unit) - certain.all(unit)) / looked;
    }

    private double part(Unit unit, long ofCertain, long ofDrawn) {
        return (ofCertain + scale(unit) * ofDrawn) / totals.of(unit);
    }

    double before(int candidate, Unit unit) {
        return part(unit, certain.before(candidate, unit), drawn.before(candidate, unit));
    }

    double after(int candidate, Unit unit) {
        return part(unit, certain.after(candidate, unit), drawn.after(candidate, unit));
    }

    /** How many of the keys that were looked at a candidate has before the change: a count, not an estimate. */
    long keysBefore(int candidate) {
        return certain.before(candidate, Unit.KEYS) + drawn.before(candidate, Unit.KEYS);
    }

    /** How many of the keys that were looked at a candidate has after the change. */
    long keysAfter(int candidate) {
        return certain.after(candidate, Unit.KEYS) + drawn.after(candidate, Unit.KEYS);
    }

    double adopted(Unit unit) {
        return part(unit, certain.changed(unit, true), drawn.changed(unit, true));
    }

    /** What moved between each pair that some key moved between, by {@link Tally#pairs()}. */
    Map<Integer, Double> moved(Unit unit) {
        Map<Integer, Double> shares = new HashMap<>();
        certain.pairs().forEach(unit, (pair, sum) -> shares.merge(pair, part(unit, sum, 0), Double::sum));
        drawn.pairs().forEach(unit, (pair, sum) -> shares.merge(pair, part(unit, 0, sum), Double::sum));
        return shares;
    }

    /** One standard deviation of what moved, all together. */
    double sigmaOfMoved(Unit unit) {
        return sigma(unit, false);
    }

    /** One standard deviation of {@link #adopted}. */
    double sigmaOfAdopted(Unit unit) {
        return sigma(unit, true);
    }

    private double sigma(Unit unit, boolean byAdoption) {
        return Math.sqrt(varianceOfPart(unit, byAdoption) + varianceOfSample(unit, byAdoption));
    }

    /** By what the part that was looked at may differ from the sample. */
    private double varianceOfPart(Unit unit, boolean byAdoption) {
        double looked = drawn.all(Unit.KEYS);
        if (looked < 2 || drawn.all(unit) == 0) {
            return 0;
        }
        double share = (double) drawn.changed(unit, byAdoption) / drawn.all(unit);
        double factor = scale(unit) / totals.of(unit);
        return factor
                * factor
                * (1 - looked / rest)
                * looked
                / (looked - 1)
                * drawn.squaredResiduals(unit, share, byAdoption);
    }

    /** By what the sample may differ from the source that it was drawn from. */
    private double varianceOfSample(Unit unit, boolean byAdoption) {
        double keys = totals.keys();
        if (totals.population() <= keys || keys < 2) {
            return 0;
        }
        double share = part(unit, certain.changed(unit, byAdoption), drawn.changed(unit, byAdoption));
        double residuals = certain.squaredResiduals(unit, share, byAdoption);
        if (drawn.all(Unit.KEYS) > 0) {
            residuals += (double) rest / drawn.all(Unit.KEYS) * drawn.squaredResiduals(unit, share, byAdoption);
        }
        double all = totals.of(unit);
        return (1 - keys / totals.population()) * keys / (keys - 1) * residuals / (all * all);
    }
}
