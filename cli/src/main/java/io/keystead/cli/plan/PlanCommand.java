package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.Keystead;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.WhatIf;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code keystead plan}: what a change of candidates would move of the user's own keys, by each algorithm. */
@Command(
        name = "plan",
        description =
                "Tell what a change of partitions would move of your own keys before you make it, by each algorithm, and"
                        + " which algorithm fits.")
public final class PlanCommand implements Callable<Integer> {
    private static final String SAMPLE = "--sample";

    private final Keystead keystead;

    @Mixin
    private KeyFileOptions keyFile = new KeyFileOptions();

    @Option(
            names = SAMPLE,
            paramLabel = "COUNT",
            description = "How many different keys to hold, where there are more; 1M by default.")
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
    public PlanCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        if (!keyFile.isGiven()) {
            throw new BadInput("no keys; allowed: --keys FILE, or --keys - for standard input");
        }
        Console console = keystead.console();
        Scenario change = scenario.scenario(null, null);
        output.check();
        algorithms.check(change);
        int most = (int) Counts.parse(SAMPLE, sample, 2, KeySample.MAX_SIZE);
        WhatIf whatIf = algorithms.evaluate(change, keyFile.read(most, console), console);
        output.tell(whatIf, console);
        return algorithms.judge(whatIf, console);
    }
}
