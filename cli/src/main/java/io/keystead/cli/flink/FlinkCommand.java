package io.keystead.cli.flink;

import io.keystead.cli.Keystead;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code keystead flink}: savepoints of Flink jobs. */
@Command(
        name = "flink",
        description = "Work with savepoints of Flink jobs; the state in them is never changed.",
        synopsisSubcommandLabel = "COMMAND")
public final class FlinkCommand {
    private FlinkCommand() {}

    /**
     * The command and its own commands.
     *
     * @param keystead what this is a command of
     */
    public static CommandLine of(Keystead keystead) {
        return new CommandLine(new FlinkCommand())
                .addSubcommand(new ConvertSavepointCommand(keystead))
                .addSubcommand(new InspectSavepointCommand(keystead));
    }
}
