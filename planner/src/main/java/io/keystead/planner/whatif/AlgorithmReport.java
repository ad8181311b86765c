package io.keystead.planner.whatif;

import io.keystead.planner.placement.Guarantee;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a change does by one algorithm that can do it.
 *
 * @param name the algorithm: {@code hrw}, {@code hrw murmur2/12}
 * @param guarantees what it promises of every key
 * @param looked how many keys were looked at; fewer than the sample's where all would have taken too long
 * @param units the report in each unit that the sample has; keys always
 * @param replicaChanges what changes of keys' further candidates; empty where no replicas were asked for
 * @param cost what it costs
 */
public record AlgorithmReport(
        String name,
        Set<Guarantee> guarantees,
        long looked,
        Map<Unit, UnitReport> units,
        Optional<ReplicaChanges> replicaChanges,
        Cost cost) {
    /** The collections are copied. */
    public AlgorithmReport {
        guarantees = Set.copyOf(guarantees);
        units = Map.copyOf(units);
    }

    /**
     * The report in a unit.
     *
     * @throws IllegalArgumentException if the sample has no such unit
     */
    public UnitReport in(Unit unit) {
        UnitReport report = units.get(unit);
        if (report == null) {
            throw new IllegalArgumentException("the sample has no " + unit + "; allowed: one of " + units.keySet());
        }
        return report;
    }
}
