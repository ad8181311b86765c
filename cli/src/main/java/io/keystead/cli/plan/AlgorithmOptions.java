package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.Numbers;
import io.keystead.cli.Progress;
import io.keystead.hrw.text.TopologyText;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Evaluation;
import io.keystead.planner.whatif.Listener;
import io.keystead.planner.whatif.Need;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
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

    @Option(
            names = TODAY,
            paramLabel = "NAME",
            description = "The algorithm by which keys are placed now; modulo, as Kafka's default, unless said.")
    private String today = Algorithm.MODULO.toString();

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
        return from("--seed", () -> TopologyText.seed(seed));
    }

    /**
     * Refuses before any work what is wrong whatever the keys are.
     *
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    void check(Scenario scenario) {
        schemes(scenario);
        needs();
        replicas();
        seed();
        mostMoved();
        if (algorithm != null) {
            scheme(ALGORITHM, algorithm);
        }
    }

    /** What the change does, with progress on the console. */
    WhatIf evaluate(Scenario scenario, KeySample sample, Console console) {
        try {
            Evaluation evaluation = Evaluation.of(scenario, sample)
                    .today(scheme(TODAY, today))
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
     * Whether no more moves than is allowed; says so where it does not.
     *
     * @return the exit code
     */
    int judge(WhatIf whatIf, Console console) {
        double most = mostMoved();
        if (Double.isNaN(most)) {
            return ExitCode.OK;
        }
        AlgorithmReport judged = judged(whatIf);
        double moved = Reports.keys(judged).moved().all();
        if (moved <= most) {
            return ExitCode.OK;
        }
        console.note("keystead: " + judged.name() + " moves " + Figures.percent(moved) + " % of the keys; allowed: "
                + MAX_MOVED + " " + maxMoved);
        return ExitCode.CHECK_FAILED;
    }

    private AlgorithmReport judged(WhatIf whatIf) {
        @Nullable String name = algorithm;
        if (name != null) {
            return Reports.named(whatIf, scheme(ALGORITHM, name).toString()).orElseThrow(() -> notLookedAt(name));
        }
        String keystead = Algorithm.HRW.toString();
        return whatIf.algorithms().stream()
                .filter(report -> report.name().startsWith(keystead + " "))
                .findFirst()
                .or(() -> Reports.named(whatIf, keystead))
                .orElseThrow(() -> notLookedAt(keystead));
    }

    private static BadInput notLookedAt(String name) {
        return new BadInput(
                MAX_MOVED, "\"" + name + "\" was not looked at or cannot do the change; allowed: one of the table's");
    }

    private List<Scheme> schemes(Scenario scenario) {
        List<Scheme> schemes = new ArrayList<>();
        @Nullable String based = base;
        if (based != null) {
            schemes.add(from(BASE, () -> Scheme.based(TopologyText.base(based).partitions())));
        }
        if (algorithms == null) {
            schemes.addAll(Evaluation.allFor(scenario, scheme(TODAY, today)));
        } else {
            for (String name : algorithms.split(",", -1)) {
                schemes.add(scheme(ALGORITHMS, name.strip()));
            }
        }
        return schemes;
    }

    private Set<Need> needs() {
        Set<Need> asked = EnumSet.noneOf(Need.class);
        if (needs != null) {
            for (String name : needs.split(",", -1)) {
                asked.add(from(NEED, () -> Need.named(name.strip())));
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

    private static Scheme scheme(String option, String name) {
        return from(option, () -> Scheme.named(name));
    }

    private static <T> T from(String option, Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw new BadInput(option, Shown.safe(String.valueOf(e.getMessage())), e);
        }
    }
}
