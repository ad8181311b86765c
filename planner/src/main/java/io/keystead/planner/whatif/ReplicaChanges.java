package io.keystead.planner.whatif;

/**
 * How often the set of a key's first candidates changes though its owner does not.
 *
 * @param replicas how many candidates a key has
 * @param share the part of the keys
 * @param sigma one standard deviation, where only a part of the source's keys was looked at; 0 where all were
 * @param looked how many keys were looked at
 */
public record ReplicaChanges(int replicas, double share, double sigma, long looked) {}
