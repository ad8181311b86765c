package io.keystead.planner.whatif;

/**
 * How even a load is, relative to the candidates' weights.
 *
 * @param maxToMean the largest load of a unit of weight, by the mean; 1 where all are alike
 * @param variation the coefficient of variation of the loads of a unit of weight
 * @param pValue how probable so uneven a load or a more uneven one is if each key falls independently, by chi-square; of
 *     keys only, since records of one key are not independent: NaN for other units
 */
public record Spread(double maxToMean, double variation, double pValue) {}
