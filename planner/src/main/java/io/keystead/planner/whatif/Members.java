package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.KeyPlacement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The candidates of both sides of a change under one numbering: those before it first, then the new ones. */
final class Members {
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    private final List<String> ids;
    /** 0 where a candidate is not on that side. */
    private final double[] weightsBefore;

    private final double[] weightsAfter;
    /** By which factor the weights of those change that are on both sides. */
    private final double[] growth;

    Members(Scenario scenario) {
        scenario.before().forEach(candidate -> indices.putIfAbsent(candidate.id(), indices.size()));
        scenario.after().forEach(candidate -> indices.putIfAbsent(candidate.id(), indices.size()));
        this.ids = List.copyOf(indices.keySet());
        this.weightsBefore = weights(scenario.before());
        this.weightsAfter = weights(scenario.after());
        this.growth = new double[ids.size()];
        Arrays.setAll(growth, member -> weightsAfter[member] / weightsBefore[member]);
    }

    private double[] weights(List<Candidate> candidates) {
        double[] weights = new double[ids.size()];
        candidates.forEach(candidate -> weights[index(candidate)] = candidate.weight());
        return weights;
    }

    int size() {
        return ids.size();
    }

    String id(int member) {
        return ids.get(member);
    }

    /** The number of each of a placement's candidates. */
    int[] of(KeyPlacement placement) {
        return placement.candidates().stream().mapToInt(this::index).toArray();
    }

    private int index(Candidate candidate) {
        return Objects.requireNonNull(indices.get(candidate.id()), candidate.id());
    }

    double weightBefore(int member) {
        return weightsBefore[member];
    }

    double weightAfter(int member) {
        return weightsAfter[member];
    }

    /** Why a key moves between two. */
    Cause cause(int from, int to) {
        if (weightsBefore[to] == 0) {
            return Cause.TO_NEW;
        }
        if (weightsAfter[from] == 0) {
            return Cause.FROM_OLD;
        }
        return Moved.isByWeight(growth[from], growth[to]) ? Cause.TO_WEIGHT : Cause.NEEDLESS;
    }
}
