package io.keystead.planner.whatif;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What was counted of a sample, as parts of all of it: exact where all keys were looked at, else an estimate with its error.
 *
 * <p>Keys that are certain to be looked at stand for themselves. The random part stands for the rest by a ratio: what
 * moved of the rest is to all of the rest, which is known, as what moved of the part is to the part. Its variance is that
 * of the ratio estimator with the correction for a finite population (Cochran, Sampling Techniques, 1977, section 6.4). Where
 * the sample itself is a part of its source, its heavy keys stand for themselves, and the others for what else the source has;
 * their own error comes on top.
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
        return keys(tally -> tally.all(Unit.KEYS));
    }

    /** How many of the keys that were looked at a candidate has before the change: a count, not an estimate. */
    long keysBefore(int candidate) {
        return keys(tally -> tally.before(candidate, Unit.KEYS));
    }

    /** How many of the keys that were looked at a candidate has after the change. */
    long keysAfter(int candidate) {
        return keys(tally -> tally.after(candidate, Unit.KEYS));
    }

    private long keys(Function<Tally, Tally.Sum> sum) {
        return sum.apply(heavy).amount()
                + sum.apply(certain).amount()
                + sum.apply(drawn).amount();
    }

    /** What the sample has beside its heavy keys. */
    private long light(Unit unit) {
        return totals.of(unit) - heavy.all(unit).amount();
    }

    /** What the source has beside them. */
    private double lightOfSource(Unit unit) {
        return (double) (totals.ofSource(unit) - heavy.all(unit).amount());
    }

    /** What the source has for each that the sample has beside its heavy keys. */
    private double scaleOfSample(Unit unit) {
        return light(unit) == 0 ? 0 : lightOfSource(unit) / light(unit);
    }

    /** What the sample has for each that was drawn. */
    private double scale(Unit unit) {
        long looked = drawn.all(unit).amount();
        return looked == 0 ? 0 : (double) (light(unit) - certain.all(unit).amount()) / looked;
    }

    private double part(Unit unit, long ofHeavy, long ofCertain, long ofDrawn) {
        return (ofHeavy + scaleOfSample(unit) * (ofCertain + scale(unit) * ofDrawn)) / all(unit);
    }

    private double part(Unit unit, Function<Tally, Tally.Sum> sum) {
        return part(
                unit,
                sum.apply(heavy).amount(),
                sum.apply(certain).amount(),
                sum.apply(drawn).amount());
    }

    private double all(Unit unit) {
        return heavy.all(unit).amount() + scaleOfSample(unit) * light(unit);
    }

    double before(int candidate, Unit unit) {
        return part(unit, tally -> tally.before(candidate, unit));
    }

    double after(int candidate, Unit unit) {
        return part(unit, tally -> tally.after(candidate, unit));
    }

    /** The squared standard deviation of {@link #before(int, Unit)}. */
    double varianceOfBefore(int candidate, Unit unit) {
        return variance(unit, (tally, in) -> tally.before(candidate, in));
    }

    /** The squared standard deviation of {@link #after(int, Unit)}. */
    double varianceOfAfter(int candidate, Unit unit) {
        return variance(unit, (tally, in) -> tally.after(candidate, in));
    }

    double adopted(Unit unit) {
        return part(unit, tally -> tally.adopted(unit));
    }

    /** What moved for one cause. */
    double moved(Cause cause, Unit unit) {
        return part(unit, heavy.moved(cause, unit), certain.moved(cause, unit), drawn.moved(cause, unit));
    }

    /** What moved to a candidate. */
    double received(int candidate, Unit unit) {
        return part(
                unit,
                heavy.received(candidate, unit),
                certain.received(candidate, unit),
                drawn.received(candidate, unit));
    }

    /** Takes what moved between a pair, see {@link Tally#pairs()}. */
    interface PairVisitor {
        void visit(int pair, double share);
    }

    /** Each pair that some key moved between. */
    void forEachPair(Unit unit, PairVisitor visitor) {
        List<PairSums> all = List.of(heavy.pairs(), certain.pairs(), drawn.pairs());
        for (int i = 0; i < all.size(); i++) {
            List<PairSums> visited = all.subList(0, i);
            all.get(i).forEach(unit, (pair, sum) -> {
                if (visited.stream().noneMatch(sums -> sums.contains(pair))) {
                    visitor.visit(
                            pair,
                            part(
                                    unit,
                                    all.get(0).get(pair, unit),
                                    all.get(1).get(pair, unit),
                                    all.get(2).get(pair, unit)));
                }
            });
        }
    }

    /** One standard deviation of what moved, all together. */
    double sigmaOfMoved(Unit unit) {
        return Math.sqrt(variance(unit, Tally::moved));
    }

    /** One standard deviation of {@link #adopted}. */
    double sigmaOfAdopted(Unit unit) {
        return Math.sqrt(variance(unit, Tally::adopted));
    }

    /** The squared standard deviation of a share of all. */
    private double variance(Unit unit, BiFunction<Tally, Unit, Tally.Sum> sum) {
        return varianceOfPart(unit, sum) + varianceOfSample(unit, sum);
    }

    /** By what the part that was looked at may differ from the sample. */
    private double varianceOfPart(Unit unit, BiFunction<Tally, Unit, Tally.Sum> sum) {
        double looked = drawn.all(Unit.KEYS).amount();
        double all = drawn.all(unit).amount();
        if (looked < 2 || all == 0) {
            return 0;
        }
        double share = sum.apply(drawn, unit).amount() / all;
        double factor = scaleOfSample(unit) * scale(unit) / all(unit);
        return factor
                * factor
                * (1 - looked / rest)
                * looked
                / (looked - 1)
                * squaredResiduals(drawn.all(unit), sum.apply(drawn, unit), share);
    }

    /**
     * By what the sample may differ from the source that it was drawn from.
     *
     * <p>A key is counted with the probability p whatever its weight w is: that is what hashes do. So what is known of the weights
     * may be taken as given: the estimated share is the sum over the sample's keys that count of w / W, with the sample's
     * W, and the true one that over all keys of w / V with the source's V. Their difference has the variance p (1 - p) times
     * the sum of (w / W - w / V)^2 over the sample's keys and of (w / V)^2 over the others. The last is not seen in the
     * sample: where few keys have most, one that missed them would be the surer of itself the more it is wrong. Of p a key is
     * added that counts and one that does not (Laplace's rule), since a sample of which none counts does not show that none
     * of the source does.
     */
    private double varianceOfSample(Unit unit, BiFunction<Tally, Unit, Tally.Sum> sum) {
        double keys = light(Unit.KEYS);
        double stoodFor = lightOfSource(Unit.KEYS);
        if (stoodFor <= keys || keys < 2 || light(unit) == 0) {
            return 0;
        }
        double counted = sum.apply(certain, Unit.KEYS).amount()
                + scale(Unit.KEYS) * sum.apply(drawn, Unit.KEYS).amount();
        double share = (counted + 1) / (keys + 2);
        double source = lightOfSource(unit);
        double sampled =
                certain.all(unit).squares() + scale(Unit.KEYS) * drawn.all(unit).squares();
        double missed = Math.max(0, totals.squaresOfOthers(unit, stoodFor) - sampled);
        double off = source / light(unit) - 1;
        return share * (1 - share) * keys / (keys - 1) * (off * off * sampled + missed) / (all(unit) * all(unit));
    }

    /** The sum of squared residuals of those keys as a share of all, as a ratio's error needs it. */
    private static double squaredResiduals(Tally.Sum all, Tally.Sum those, double share) {
        return (1 - share) * (1 - share) * those.squares() + share * share * (all.squares() - those.squares());
    }
}
