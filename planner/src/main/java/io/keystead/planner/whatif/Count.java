package io.keystead.planner.whatif;

import java.util.HashMap;
import java.util.Map;

/**
 * What was counted of a sample, as parts of all of it: exact where all keys were looked at, else an estimate with its error.
 *
 * <p>Keys that are certain to be looked at stand for themselves. The random part stands for the rest by a ratio: what
 * moved of the rest is to all of the rest, which is known, as what moved of the part is to the part. Its variance is that
 * of the ratio estimator with the correction for a finite population (Cochran, Sampling Techniques, 1977, section 6.4). Where
 * the sample itself is a part of its source, its heavy keys stand for themselves, and the others for what else the source has;
 * their own error comes on top, by the same formula.
 */
final class Count {
    private final Tally heavy;
    private final Tally certain;
    private final Tally drawn;
    private final long rest;
    private final Totals totals;

    /**
     * What was counted.
     *
     * @param heavy of keys that stand for themselves in the sample
     * @param certain of others that are certain to be looked at
     * @param drawn of keys that stand for {@code rest} keys of the sample
     */
    Count(Tally heavy, Tally certain, Tally drawn, long rest, Totals totals) {
        this.heavy = heavy;
        this.certain = certain;
        this.drawn = drawn;
        this.rest = rest;
        this.totals = totals;
    }

    /** How many keys were looked at. */
    long looked() {
        return heavy.all(Unit.KEYS) + certain.all(Unit.KEYS) + drawn.all(Unit.KEYS);
    }

    /** What the sample has beside its heavy keys. */
    private long light(Unit unit) {
        return totals.of(unit) - heavy.all(unit);
    }

    /** What the source has for each that the sample has beside its heavy keys. */
    private double scaleOfSample(Unit unit) {
        return light(unit) == 0 ? 0 : (double) (totals.ofSource(unit) - heavy.all(unit)) / light(unit);
    }

    /** What the sample has for each that was drawn. */
    private double scale(Unit unit) {
        long looked = drawn.all(unit);
        return looked == 0 ? 0 : (double) (light(unit) - certain.all(unit)) / looked;
    }

    private double part(Unit unit, long ofHeavy, long ofCertain, long ofDrawn) {
        return (ofHeavy + scaleOfSample(unit) * (ofCertain + scale(unit) * ofDrawn)) / all(unit);
    }

    private double all(Unit unit) {
        return heavy.all(unit) + scaleOfSample(unit) * light(unit);
    }

    double before(int candidate, Unit unit) {
        return part(
                unit, heavy.before(candidate, unit), certain.before(candidate, unit), drawn.before(candidate, unit));
    }

    double after(int candidate, Unit unit) {
        return part(unit, heavy.after(candidate, unit), certain.after(candidate, unit), drawn.after(candidate, unit));
    }

    /** How many of the keys that were looked at a candidate has before the change: a count, not an estimate. */
    long keysBefore(int candidate) {
        return heavy.before(candidate, Unit.KEYS)
                + certain.before(candidate, Unit.KEYS)
                + drawn.before(candidate, Unit.KEYS);
    }

    /** How many of the keys that were looked at a candidate has after the change. */
    long keysAfter(int candidate) {
        return heavy.after(candidate, Unit.KEYS)
                + certain.after(candidate, Unit.KEYS)
                + drawn.after(candidate, Unit.KEYS);
    }

    double adopted(Unit unit) {
        return part(unit, heavy.changed(unit, true), certain.changed(unit, true), drawn.changed(unit, true));
    }

    /** What moved between each pair that some key moved between, by {@link Tally#pairs()}. */
    Map<Integer, Double> moved(Unit unit) {
        Map<Integer, Double> shares = new HashMap<>();
        heavy.pairs().forEach(unit, (pair, sum) -> shares.merge(pair, part(unit, sum, 0, 0), Double::sum));
        certain.pairs().forEach(unit, (pair, sum) -> shares.merge(pair, part(unit, 0, sum, 0), Double::sum));
        drawn.pairs().forEach(unit, (pair, sum) -> shares.merge(pair, part(unit, 0, 0, sum), Double::sum));
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
        double factor = scaleOfSample(unit) * scale(unit) / all(unit);
        return factor
                * factor
                * (1 - looked / rest)
                * looked
                / (looked - 1)
                * drawn.squaredResiduals(unit, share, byAdoption);
    }

    /** By what the sample may differ from the source that it was drawn from. */
    private double varianceOfSample(Unit unit, boolean byAdoption) {
        double keys = light(Unit.KEYS);
        double stoodFor = totals.ofSource(Unit.KEYS) - heavy.all(Unit.KEYS);
        if (stoodFor <= keys || keys < 2 || light(unit) == 0) {
            return 0;
        }
        double share =
                (certain.changed(unit, byAdoption) + scale(unit) * drawn.changed(unit, byAdoption)) / light(unit);
        double residuals = certain.squaredResiduals(unit, share, byAdoption);
        if (drawn.all(Unit.KEYS) > 0) {
            residuals += (double) rest / drawn.all(Unit.KEYS) * drawn.squaredResiduals(unit, share, byAdoption);
        }
        double factor = scaleOfSample(unit) / all(unit);
        return factor * factor * (1 - keys / stoodFor) * keys / (keys - 1) * residuals;
    }
}
