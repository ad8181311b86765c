package io.keystead.hrw.stats;

import java.util.Arrays;
import java.util.Locale;

/** Pearson's test of counts against expected shares. Immutable and thread-safe. */
public final class ChiSquare {
    private final double statistic;
    private final int degreesOfFreedom;

    private ChiSquare(double statistic, int degreesOfFreedom) {
        this.statistic = statistic;
        this.degreesOfFreedom = degreesOfFreedom;
    }

    /** Counts that should be equal. At least two. */
    public static ChiSquare uniform(long[] observed) {
        double[] weights = new double[observed.length];
        Arrays.fill(weights, 1.0);
        return of(observed, weights);
    }

    /**
     * Counts that should be proportional to weights.
     *
     * @param observed at least two counts with a sum above 0
     * @param weights as many, each above 0
     */
    public static ChiSquare of(long[] observed, double[] weights) {
        double total = 0;
        double allWeights = 0;
        for (int i = 0; i < observed.length; i++) {
            total += observed[i];
            allWeights += weights[i];
        }
        double statistic = 0;
        for (int i = 0; i < observed.length; i++) {
            double expected = total * weights[i] / allWeights;
            statistic += (observed[i] - expected) * (observed[i] - expected) / expected;
        }
        return new ChiSquare(statistic, observed.length - 1);
    }

    /** The sum of squared deviations, each relative to its expected count. */
    public double statistic() {
        return statistic;
    }

    /** The number of counts less one. */
    public int degreesOfFreedom() {
        return degreesOfFreedom;
    }

    /**
     * The statistic as a standard normal deviate, by Wilson and Hilferty's cube root (1931): above about 5 the counts
     * are not what they should be; below about -5 they are too even to be random.
     */
    public double sigmas() {
        double variance = 2.0 / (9.0 * degreesOfFreedom);
        return (Math.cbrt(statistic / degreesOfFreedom) - (1 - variance)) / Math.sqrt(variance);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "chi-square %.1f on %d (%.2f sigma)", statistic, degreesOfFreedom, sigmas());
    }
}
