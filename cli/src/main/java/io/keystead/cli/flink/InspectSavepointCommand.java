package io.keystead.cli.flink;

import io.keystead.cli.ExitCode;
import io.keystead.cli.Keystead;
import io.keystead.cli.Numbers;
import io.keystead.flink.savepoint.KeyedOperator;
import io.keystead.flink.savepoint.Savepoint;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keystead flink inspect-savepoint}: the keyed state of a savepoint by slot, and what a rescale would move. */
@Command(
        name = "inspect-savepoint",
        description =
                "Tell what each slot (key group) of a savepoint's keyed operators takes, and what a rescale would move, with"
                        + " HrwStreams.keyBy and with Flink's own keyBy. Reads the description only, no state.")
final class InspectSavepointCommand implements Callable<Integer> {
    private static final int MAX_SLOTS = 32_768;

    private final Keystead keystead;

    @Parameters(paramLabel = "SAVEPOINT", description = "The savepoint's directory, or its URI.")
    private String location = "";

    @Option(
            names = "--to",
            paramLabel = "PARALLELISM",
            description = "Tell what a rescale to this parallelism would move; may be repeated.")
    private List<String> to = List.of();

    @Option(names = "--slots", description = "List every slot.")
    private boolean slots;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** @param keystead what this is a command of */
    InspectSavepointCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        List<Integer> parallelisms = to.stream()
                .map(text -> Numbers.parse("--to", text, 1, MAX_SLOTS))
                .toList();
        keystead.console().print(FlinkCalls.call(keystead.debug(), () -> inspect(parallelisms)));
        return ExitCode.OK;
    }

    private String inspect(List<Integer> parallelisms) {
        Savepoint savepoint = Savepoint.read(location);
        List<KeyedOperator> operators = savepoint.keyedOperators();
        operators.forEach(KeyedOperator::requireFiles);
        return json
                ? InspectionJson.of(savepoint, operators, parallelisms, slots)
                : InspectionText.of(savepoint, operators, parallelisms, slots);
    }
}
