package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Numbers;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.text.TopologyText;
import io.keystead.planner.whatif.Scenario;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which change is looked at. */
final class ScenarioOptions {
    private static final String FROM = "--from";
    private static final String TO = "--to";
    private static final String FROM_WEIGHTS = "--from-weights";
    private static final String TO_WEIGHTS = "--to-weights";
    private static final String GROW = "--grow";
    private static final String RETIRE = "--retire";
    private static final String RACKS = "--racks";
    private static final String LOSE_RACK = "--lose-rack";
    private static final String RACK = "rack";
    private static final int FEW = 8;

    @Option(
            names = FROM,
            paramLabel = "LIST",
            description = "The candidates before: how many partitions (12), which (0-11,14), or names (a,b,c).")
    private @Nullable String from;

    @Option(names = TO, paramLabel = "LIST", description = "The candidates after, spelled alike.")
    private @Nullable String to;

    @Option(
            names = FROM_WEIGHTS,
            paramLabel = "LIST",
            description = "Their weights before, such as 0-7:2,8:0.5 or a:2; 1 for the rest.")
    private @Nullable String fromWeights;

    @Option(
            names = TO_WEIGHTS,
            paramLabel = "LIST",
            description = "Their weights after; as before for those that it does not name.")
    private @Nullable String toWeights;

    @Option(names = GROW, paramLabel = "COUNT", description = "In place of --to: so many partitions more.")
    private @Nullable String grow;

    @Option(names = RETIRE, paramLabel = "LIST", description = "In place of --to: without these, such as 3 or b,c.")
    private @Nullable String retire;

    @Option(names = RACKS, paramLabel = "LIST", description = "Which rack a candidate is in, such as 0-5:r1,6-11:r2.")
    private @Nullable String racks;

    @Option(names = LOSE_RACK, paramLabel = "RACK", description = "In place of --to: without those of this rack.")
    private @Nullable String loseRack;

    /**
     * The change that the options describe.
     *
     * @param existing the candidates before, in words of {@code --from}, where that option is not given; null where it must be
     * @param target the candidates after, where no option says anything of them; null where one must
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    Scenario scenario(@Nullable String existing, @Nullable String target) {
        String list = from != null ? from : existing;
        if (list == null) {
            throw new BadInput("no candidates to start from; allowed: " + FROM + " 12, or " + FROM + " a,b,c");
        }
        List<Candidate> before = weighted(FROM_WEIGHTS, fromWeights, CandidateList.ids(FROM, list), Map.of());
        Scenario scenario = changed(before, target);
        refuseStrangers(list, scenario);
        if (scenario.before().equals(scenario.after())) {
            throw new BadInput("the candidates are the same before and after; allowed: a change, such as " + GROW
                    + " 1, " + RETIRE + " 3, or " + TO + " 13");
        }
        return scenario;
    }

    /** Partitions that become names, or the other way round, are a typing error: 12 and "thirteen". */
    private void refuseStrangers(String list, Scenario scenario) {
        boolean apart = Collections.disjoint(ids(scenario.before()), ids(scenario.after()));
        if (apart && to != null && areNumbers(scenario.before()) != areNumbers(scenario.after())) {
            throw new BadInput(
                    TO,
                    "\"" + Shown.safe(to) + "\" and " + FROM + " " + Shown.safe(list)
                            + " are partitions on one side and names on the other; allowed: both alike, such as 12 and 13, or a,b and a,b,c");
        }
    }

    private static boolean areNumbers(List<Candidate> candidates) {
        return candidates.stream().allMatch(candidate -> candidate.id().matches("[0-9]+"));
    }

    /** Whether the options say from where the change starts. */
    boolean hasFrom() {
        return from != null;
    }

    private Scenario changed(List<Candidate> before, @Nullable String target) {
        refuseTogether();
        Scenario scenario = other(before, target);
        if (toWeights == null) {
            return scenario;
        }
        return scenario.withWeightsAfter(
                weights(weighted(TO_WEIGHTS, toWeights, ids(scenario.after()), weights(scenario.after()))));
    }

    /** The change but for the weights after it. */
    private Scenario other(List<Candidate> before, @Nullable String target) {
        int size = before.size();
        @Nullable String count = grow;
        @Nullable String gone = retire;
        @Nullable String rack = loseRack;
        if (count != null) {
            int most = Math.max(1, TopologyText.MAX_PARTITIONS - size);
            return Shown.parsed(GROW, () -> Scenario.grow(before, Numbers.parse(GROW, count, 1, most)));
        }
        if (gone != null) {
            return Shown.parsed(RETIRE, () -> Scenario.retire(before, CandidateList.some(RETIRE, gone)));
        }
        if (rack != null) {
            List<Candidate> placed = placed(before);
            return Shown.parsed(LOSE_RACK, () -> Scenario.lose(placed, RACK, rack));
        }
        @Nullable String list = to != null ? to : toWeights == null ? target : null;
        if (list == null && toWeights == null) {
            throw new BadInput("no change; allowed: " + TO + " 13, " + GROW + " 1, " + RETIRE + " 3, " + LOSE_RACK
                    + " r1 or " + TO_WEIGHTS + " 3:2");
        }
        return Scenario.of(
                before, list == null ? before : weighted(TO, null, CandidateList.ids(TO, list), weights(before)));
    }

    private void refuseTogether() {
        @Nullable String first = null;
        for (Map.Entry<String, Optional<String>> given : List.of(
                Map.entry(TO, Optional.ofNullable(to)),
                Map.entry(GROW, Optional.ofNullable(grow)),
                Map.entry(RETIRE, Optional.ofNullable(retire)),
                Map.entry(LOSE_RACK, Optional.ofNullable(loseRack)))) {
            if (given.getValue().isPresent()) {
                if (first != null) {
                    throw new BadInput(
                            given.getKey(),
                            "\"" + Shown.safe(given.getValue().get()) + "\" does not go with " + first
                                    + "; allowed: one of the two");
                }
                first = given.getKey();
            }
        }
        if (racks != null && loseRack == null) {
            throw new BadInput(
                    RACKS, "\"" + Shown.safe(racks) + "\" goes with a rack that is lost; allowed: with " + LOSE_RACK);
        }
    }

    /** The candidates with their racks. */
    private List<Candidate> placed(List<Candidate> before) {
        if (racks == null) {
            throw new BadInput(
                    LOSE_RACK,
                    "\"" + Shown.safe(String.valueOf(loseRack)) + "\" is no known rack; allowed: with " + RACKS
                            + " 0-5:r1,6-11:r2");
        }
        Map<String, String> rackOf = CandidateList.properties(RACKS, racks);
        refuseUnknown(RACKS, racks, rackOf.keySet(), ids(before));
        return before.stream()
                .map(candidate -> Optional.ofNullable(rackOf.get(candidate.id()))
                        .map(rack -> candidate.withLabel(RACK, rack))
                        .orElse(candidate))
                .toList();
    }

    private static Set<String> ids(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Map<String, Double> weights(List<Candidate> candidates) {
        return candidates.stream().collect(Collectors.toMap(Candidate::id, Candidate::weight));
    }

    private static void refuseUnknown(String option, String list, Set<String> named, Set<String> ids) {
        named.stream().filter(id -> !ids.contains(id)).findFirst().ifPresent(id -> {
            throw new BadInput(
                    option,
                    "\"" + Shown.safe(list) + "\" names " + id + ", which is not there; allowed: "
                            + few(List.copyOf(ids)));
        });
    }

    private static List<Candidate> weighted(
            String option, @Nullable String list, Set<String> ids, Map<String, Double> known) {
        Map<String, Double> weights = new LinkedHashMap<>(known);
        if (list != null) {
            Map<String, String> named = CandidateList.properties(option, list);
            refuseUnknown(option, list, named.keySet(), ids);
            named.forEach((id, weight) -> weights.put(id, weight(option, id, weight)));
        }
        return ids.stream()
                .map(id -> Candidate.of(id).withWeight(weights.getOrDefault(id, 1.0)))
                .toList();
    }

    private static double weight(String option, String id, String text) {
        try {
            double weight = Double.parseDouble(text);
            return Candidate.of(id).withWeight(weight).weight();
        } catch (IllegalArgumentException e) {
            throw new BadInput(
                    option,
                    "\"" + Shown.safe(text) + "\" is not a weight of " + id + "; allowed: " + Candidate.MIN_WEIGHT
                            + " to " + Candidate.MAX_WEIGHT,
                    e);
        }
    }

    private static String few(List<String> ids) {
        String shown = ids.stream().limit(FEW).map(Shown::safe).collect(Collectors.joining(", "));
        return ids.size() > FEW ? shown + ", and " + (ids.size() - FEW) + " more" : shown;
    }
}
