package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.Keystead;
import io.keystead.cli.Progress;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.sample.SyntheticKeys;
import io.keystead.planner.whatif.RankingCost;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.WhatIf;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code keystead compare}: what a change moves by each algorithm, on keys that nobody has. */
@Command(
        name = "compare",
        description =
                "Compare the algorithms that place keys, on keys that are made for it: what a change moves, how even the"
                        + " load is, and what look-up, memory, building and changing cost, measured in this run. The change is a,b,c,d to"
                        + " a,c,d,e unless options say another.")
public final class CompareCommand implements Callable<Integer> {
    private static final String KEYS = "--keys";
    private static final String COUNT = "--count";
    private static final String SAMPLE = "--sample";
    private static final String BEFORE = "a,b,c,d";
    private static final String AFTER = "a,c,d,e";
    private static final Duration EACH_WAY = Duration.ofMillis(40);

    private final Keystead keystead;

    @Option(
            names = KEYS,
            paramLabel = "KIND",
            description = "uniform, zipf:EXPONENT, sequential, uuid, or order (order-0, order-1, ...), the default.")
    private String keys = "order";

    @Option(names = COUNT, paramLabel = "COUNT", description = "How many keys there are; 1M by default.")
    private String count = "1M";

    @Option(
            names = SAMPLE,
            paramLabel = "COUNT",
            description = "How many of them to look at, where there are more; 1M by default.")
    private String sample = "1M";

    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    @Mixin
    private AlgorithmOptions algorithms = new AlgorithmOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /**
     * The command.
     *
     * @param keystead what this is a command of
     */
    public CompareCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        Console console = keystead.console();
        Scenario change = scenario.scenario(BEFORE, scenario.hasFrom() ? null : AFTER);
        output.check();
        algorithms.check(change);
        KeySample made = drawn(console);
        WhatIf whatIf = algorithms.evaluate(change, made, console);
        output.tell(whatIf, ranking(change, console), console);
        return algorithms.judge(whatIf, console);
    }

    /** Of candidates that weigh the same: the ways compare scores. */
    private @Nullable RankingCost ranking(Scenario change, Console console) {
        if (change.isWeighted() || !output.tellsRanking()) {
            return null;
        }
        long steps = RankingCost.steps(change.after().size());
        try (Progress progress = Progress.steady(console, "ranking", steps)) {
            return RankingCost.of(change.after(), EACH_WAY, algorithms.seed(), progress::step);
        }
    }

    private KeySample drawn(Console console) {
        long all = Counts.parse(COUNT, count, 1, SyntheticKeys.MAX_COUNT);
        int most = (int) Counts.parse(SAMPLE, sample, 2, KeySample.MAX_SIZE);
        try {
            SyntheticKeys synthetic = SyntheticKeys.parse(keys);
            try (Progress progress = Progress.steady(console, "keys", synthetic.steps(all, most))) {
                return synthetic.sample(all, most, algorithms.seed(), progress::step);
            }
        } catch (IllegalArgumentException e) {
            throw new BadInput(KEYS, Shown.safe(String.valueOf(e.getMessage())), e);
        }
    }
}
