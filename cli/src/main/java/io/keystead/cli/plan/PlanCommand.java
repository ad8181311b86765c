package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.Keystead;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.TopicKeys;
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

    @Mixin
    private TopicOptions topic = new TopicOptions();

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
    public Integer call() throws Exception {
        boolean hasTopic = topic.isGiven();
        if (hasTopic == keyFile.isGiven()) {
            throw new BadInput((hasTopic ? "keys from a file and from a topic" : "no keys")
                    + "; allowed: --keys FILE, --keys - for standard input, or --topic TOPIC");
        }
        Console console = keystead.console();
        int most = (int) Counts.parse(SAMPLE, sample, 2, KeySample.MAX_SIZE);
        output.check();
        algorithms.check();
        if (hasTopic) {
            return fromTopic(most, console);
        }
        Scenario change = scenario.scenario(null, null);
        algorithms.check(change);
        return told(change, keyFile.read(most, console), console);
    }

    /** Which partitions there are is known only when the topic is read. */
    private int fromTopic(int most, Console console) throws Exception {
        if (scenario.hasFrom()) {
            algorithms.check(scenario.scenario(null, null));
        }
        TopicKeys.Result read = topic.read(most, algorithms.isTodayAssumed(), keystead);
        if (read.scan().ending() == Ending.INTERRUPTED) {
            return ExitCode.INTERRUPTED;
        }
        if (read.withoutKey() > 0) {
            console.note(Words.counted(read.withoutKey(), "record") + " without a key, which are in no number");
        }
        if (read.elsewhere() > 0) {
            console.note(Words.counted(read.elsewhere(), "record")
                    + " not where Kafka's default partitioner would put them, so modulo is a wrong --today;"
                    + " keystead verify tells which is right, such as --today \"hrw murmur2/12\" for a topic that"
                    + " was adopted with 12 partitions and has grown");
        }
        Scenario change = scenario.scenario(Integer.toString(read.partitions().size()), null);
        algorithms.check(change);
        return told(change, read.sample(), console);
    }

    private int told(Scenario change, KeySample keys, Console console) {
        WhatIf whatIf = algorithms.evaluate(change, keys, console);
        output.tell(whatIf, console);
        return algorithms.judge(whatIf, console);
    }
}
