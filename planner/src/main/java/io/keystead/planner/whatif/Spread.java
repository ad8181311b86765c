package io.keystead.planner.whatif;

/**
 * How even a load is, relative to the candidates' weights.
 *
 * <p>Where loads are estimates the largest of them is likely to be one that is too large, so that {@code maxToMean} is above
 * the truth by one or two times {@code sigma}. Of {@code variation} what {@code sigma} explains is left out; what it says
 * below {@code sigma} is chance.
 *
 * @param maxToMean the largest load of a unit of weight, by the mean; 1 where all are alike
 * @param variation the coefficient of variation of the loads of a unit of weight, without the errors of estimates
 * @param pValue how probable so uneven a load or a more uneven one is if each key falls independently, by chi-square; of
 *     keys only, since records of one key are not independent: NaN for other units, and where some candidate can expect
 *     fewer than 5 of the keys that were looked at
 * @param sigma one standard deviation of the load of a unit of weight, as a part of the mean, over the candidates (root mean
 *     square), where the sample is a part of its source or only a part of the sample was looked at; 0 where all keys were
 */
public record Spread(double maxToMean, double variation, double pValue, double sigma) {}
