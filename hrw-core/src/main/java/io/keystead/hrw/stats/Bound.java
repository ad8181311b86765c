package io.keystead.hrw.stats;

import java.util.Locale;

/** What a random count should be: its mean and standard deviation. Immutable and thread-safe. */
public final class Bound {
    private final double mean;
    private final double sigma;

    /** @param sigma 0 or above; 0 allows the mean alone */
    public Bound(double mean, double sigma) {
        this.mean = mean;
        this.sigma = sigma;
    }

    /** The count of n independent events of probability p. */
    public static Bound binomial(long n, double p) {
        return new Bound(n * p, Math.sqrt(n * p * (1 - p)));
    }

    /**
     * How many standard deviations to allow, so that {@code comparisons} checks that should all hold are broken by
     * chance with probability {@code alpha} at most.
     *
     * <p>The normal tail is at most {@code 2 exp(-z^2 / 2)} on both sides together; each check may use up
     * {@code alpha / comparisons} (Bonferroni). Solved for z.
     */
    public static double sigmasFor(double alpha, int comparisons) {
        return Math.sqrt(2 * Math.log(2 * comparisons / alpha));
    }

    /** The expected value. */
    public double mean() {
        return mean;
    }

    /** One standard deviation. */
    public double sigma() {
        return sigma;
    }

    /** The distance from the mean in standard deviations, negative below it; 0 where both are exact and agree. */
    public double sigmas(double observed) {
        return observed == mean ? 0 : (observed - mean) / sigma;
    }

    /** Whether the observed value is at most so many standard deviations from the mean. */
    public boolean allows(double observed, double sigmas) {
        return Math.abs(sigmas(observed)) <= sigmas;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f ± %.1f", mean, sigma);
    }
}
