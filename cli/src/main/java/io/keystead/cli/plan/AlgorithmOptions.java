package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.Numbers;
import io.keystead.cli.Progress;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.text.TopologyText;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Evaluation;
import io.keystead.planner.whatif.Listener;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Need;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say by which algorithms a change is looked at, and what is asked of them. */
final class AlgorithmOptions {
    private static final String TODAY = "--today";
    private static final String BASE = "--base";
    private static final String ALGORITHMS = "--algorithms";
    private static final String ALGORITHM = "--algorithm";
    private static final String NEED = "--need";
    private static final String REPLICAS = "--replicas";
    private static final String MAX_MOVED = "--max-moved";
    private static final int MOST_REPLICAS = 100;
    /** A gate that lets through what is only probably allowed is none. */
    private static final int SURE = 2;

    @Option(
            names = TODAY,
            paramLabel = "NAME",
            description = "The algorithm by which keys are placed now; modulo, as Kafka's default, unless said.")
    private @Nullable String today;

    @Option(
            names = BASE,
            paramLabel = "murmur2/N",
            description = "Look at Keystead on a topic that it adopted with so many partitions too; by itself where the"
                    + " candidates before are partitions and today is modulo.")
    private @Nullable String base;

    @Option(
            names = ALGORITHMS,
            paramLabel = "NAMES",
            description = "Look at these alone, such as hrw,jump,maglev; all that can, by default.")
    private @Nullable String algorithms;

    @Option(
            names = NEED,
            paramLabel = "NEEDS",
            description = "What is asked beside the change: ranked, weights, removal, table, history, tokens, bounded.")
    private @Nullable String needs;

    @Option(
            names = REPLICAS,
            paramLabel = "COUNT",
            description = "Count changes of the first so many candidates of a key too.")
    private String replicas = "1";

    @Option(names = "--seed", paramLabel = "SEED", description = "What random parts are drawn with; 0 by default.")
    private String seed = "0";

    @Option(names = ALGORITHM, paramLabel = "NAME", description = "Whom " + MAX_MOVED + " holds; Keystead by default.")
    private @Nullable String algorithm;

    @Option(
            names = MAX_MOVED,
            paramLabel = "PERCENT",
            description = "End with 1 where the algorithm moves more of the keys than this, such as 10%%.")
    private @Nullable String maxMoved;

    /** The seed of whatever is drawn at random. */
    long seed() {
        return Shown.parsed("--seed", () -> TopologyText.seed(seed));
    }

    /**
     * Refuses before any work what is wrong whatever the change and the keys are.
     *
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    void check() {
        scheme();
        wanted();
        needs();
        replicas();
        seed();
        mostMoved();
        @Nullable String name = algorithm;
        if (name != null) {
            scheme(ALGORITHM, name);
            if (maxMoved == null) {
                throw new BadInput(
                        ALGORITHM,
                        "\"" + Shown.safe(name) + "\" goes with a limit; allowed: with " + MAX_MOVED + " 10%");
            }
        }
    }

    /**
     * Refuses before any work what is wrong whatever the keys are.
     *
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    void check(Scenario scenario) {
        check();
        int candidates = scenario.before().size() + scenario.added().size();
        if (candidates > Evaluation.MOST_CANDIDATES) {
            throw new BadInput(
                    "--from",
                    Figures.count(candidates) + " candidates before and after the change together; allowed: at most "
                            + Figures.count(Evaluation.MOST_CANDIDATES));
        }
        placeToday(scenario);
        checkBase(scenario);
        if (maxMoved != null) {
            judged(scenario);
        }
    }

    /** More partitions than there are cannot have been filled. */
    private void checkBase(Scenario scenario) {
        @Nullable String based = base;
        if (based != null && scenario.startsWithAllPartitions()) {
            int partitions = Shown.parsed(BASE, () -> TopologyText.base(based).partitions());
            if (partitions > scenario.before().size()) {
                throw new BadInput(
                        BASE,
                        "\"" + Shown.safe(based) + "\" has more partitions than there are before the change, "
                                + scenario.before().size() + "; allowed: at most so many");
            }
        }
    }

    private void placeToday(Scenario scenario) {
        Scheme scheme = scheme();
        boolean weighted = scheme.guarantees().contains(Guarantee.WEIGHTED);
        List<Candidate> before = scenario.before().stream()
                .map(candidate -> weighted ? candidate : candidate.withWeight(1))
                .toList();
        Shown.parsed(TODAY, () -> scheme.place(before));
    }

    /** Whom the limit holds: who can do the change, or else the limit would be found idle after all keys were read. */
    private Scheme judged(Scenario scenario) {
        List<Scheme> looked = schemes(scenario);
        @Nullable String name = algorithm;
        if (name != null) {
            Scheme asked = scheme(ALGORITHM, name);
            if (!looked.contains(asked)) {
                throw new BadInput(
                        ALGORITHM, "\"" + Shown.safe(name) + "\" is not looked at; allowed: " + names(looked));
            }
            return Shown.parsed(ALGORITHM, () -> able(asked, scenario));
        }
        return looked.stream()
                .filter(scheme -> scheme.algorithm() == Algorithm.HRW)
                .max(Comparator.comparing(scheme -> scheme.base().isPresent()))
                .map(scheme -> Shown.parsed(MAX_MOVED, () -> able(scheme, scenario)))
                .orElseThrow(() -> new BadInput(
                        MAX_MOVED,
                        "\"" + Shown.safe(String.valueOf(maxMoved))
                                + "\" holds hrw, which is not looked at; allowed: with " + ALGORITHM + " and one of "
                                + names(looked)));
    }

    private static String names(List<Scheme> schemes) {
        return schemes.stream().map(Scheme::toString).collect(Collectors.joining(", "));
    }

    /** The scheme; its placements say where it cannot do it. */
    private static Scheme able(Scheme scheme, Scenario scenario) {
        scheme.placeFor(scenario.before(), scenario.after()).change(scenario.after());
        return scheme;
    }

    /** What the change does, with progress on the console. */
    WhatIf evaluate(Scenario scenario, KeySample sample, Console console) {
        try {
            Evaluation evaluation = Evaluation.of(scenario, sample)
                    .today(scheme())
                    .schemes(schemes(scenario))
                    .needs(needs())
                    .replicas(replicas())
                    .seed(seed());
            try (Progress progress = Progress.steady(console, "what if", evaluation.steps())) {
                return evaluation.listener(telling(progress)).run();
            }
        } catch (IllegalArgumentException e) {
            throw new BadInput(Shown.safe(String.valueOf(e.getMessage())), e);
        }
    }

    private static Listener telling(Progress progress) {
        return new Listener() {
            @Override
            public void now(String scheme) {
                progress.now(scheme);
            }

            @Override
            public void step(long keys) {
                progress.step(keys);
            }
        };
    }

    /**
     * Whether no more moves than is allowed, of an estimate with {@value #SURE} standard deviations; says so where it does
     * not.
     *
     * @return the exit code
     */
    int judge(WhatIf whatIf, Console console) {
        double most = mostMoved();
        if (Double.isNaN(most)) {
            return ExitCode.OK;
        }
        AlgorithmReport judged = Reports.named(whatIf, judged(whatIf.scenario()).toString())
                .orElseThrow(() -> new IllegalStateException("the algorithm of " + MAX_MOVED + " was not looked at"));
        Moved moved = Reports.keys(judged).moved();
        if (moved.all() + SURE * moved.sigma() <= most) {
            return ExitCode.OK;
        }
        String nearly = moved.all() <= most ? ", too near to be sure of fewer" : "";
        console.note("keystead: " + judged.name() + " moves " + Figures.percent(moved.all(), moved.sigma())
                + " % of the keys" + nearly + "; allowed: " + MAX_MOVED + " " + maxMoved);
        return ExitCode.CHECK_FAILED;
    }

    private List<Scheme> schemes(Scenario scenario) {
        List<Scheme> schemes = new ArrayList<>();
        @Nullable String based = base;
        if (based != null) {
            schemes.add(Shown.parsed(
                    BASE, () -> Scheme.based(TopologyText.base(based).partitions())));
        }
        List<Scheme> wanted = wanted();
        schemes.addAll(wanted.isEmpty() ? Evaluation.allFor(scenario, scheme()) : wanted);
        return schemes;
    }

    /** The algorithms that are named; none where all are wanted. */
    private List<Scheme> wanted() {
        return algorithms == null
                ? List.of()
                : Arrays.stream(algorithms.split(",", -1))
                        .map(name -> scheme(ALGORITHMS, name.strip()))
                        .toList();
    }

    private Set<Need> needs() {
        Set<Need> asked = EnumSet.noneOf(Need.class);
        if (needs != null) {
            for (String name : needs.split(",", -1)) {
                asked.add(Shown.parsed(NEED, () -> Need.named(name.strip())));
            }
        }
        return asked;
    }

    private int replicas() {
        return Numbers.parse(REPLICAS, replicas, 1, MOST_REPLICAS);
    }

    private double mostMoved() {
        if (maxMoved == null) {
            return Double.NaN;
        }
        if (maxMoved.matches("\\d{1,3}(\\.\\d{1,9})? ?%?")) {
            double percent = Double.parseDouble(maxMoved.replace("%", "").strip());
            if (percent <= 100) {
                return percent / 100;
            }
        }
        throw new BadInput(
                MAX_MOVED, "\"" + Shown.safe(maxMoved) + "\" is not a percentage; allowed: 0% to 100%, such as 7.7%");
    }

    /** Today's. */
    private Scheme scheme() {
        return scheme(TODAY, today == null ? Algorithm.MODULO.toString() : today);
    }

    /** Whether nobody said how keys are placed now. */
    boolean isTodayAssumed() {
        return today == null;
    }

    private static Scheme scheme(String option, String name) {
        return Shown.parsed(option, () -> Scheme.named(name));
    }
}
