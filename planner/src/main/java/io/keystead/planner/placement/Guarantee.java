package io.keystead.planner.placement;

/**
 * What an {@link Algorithm} may promise of every key, not of most of them. What it does not promise is not to be relied
 * on, even where a small example happens to keep it.
 */
public enum Guarantee {
    /** A new candidate takes keys; no key moves between two candidates that were there before. */
    MONOTONE_ON_ADD,
    /** Whichever candidate is removed, only its own keys move. Includes {@link #MONOTONE_ON_REMOVAL_AT_END}. */
    MONOTONE_ON_REMOVAL,
    /** Where the last candidate is removed, only its own keys move. Others may not be removed without more movement. */
    MONOTONE_ON_REMOVAL_AT_END,
    /** A heavier candidate only takes keys and a lighter one only gives; no key moves between two others. */
    MONOTONE_ON_REWEIGHT,
    /**
     * Owners follow from the set of candidates and their weights: not from their order, nor from the changes that led to
     * it.
     */
    ORDER_INDEPENDENT,
    /** Candidates get keys in proportion to their weights, up to the algorithm's own spread. */
    WEIGHTED,
    /**
     * The ranking has a meaning: a removed candidate is left out of it and all others keep their order, so that the second
     * is the heir of the first.
     */
    RANKED,
    /** No candidate gets more than its share by more than a factor that is chosen, whatever the keys. */
    BOUNDED_LOAD
}
