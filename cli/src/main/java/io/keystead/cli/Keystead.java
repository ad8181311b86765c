package io.keystead.cli;

import io.keystead.cli.demo.DemoCommand;
import io.keystead.cli.flink.FlinkCommand;
import io.keystead.cli.plan.CompareCommand;
import io.keystead.cli.plan.PlanCommand;
import io.keystead.cli.shadow.ShadowCommand;
import io.keystead.cli.verify.VerifyCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code keystead}: what all its commands have in common. */
@Command(
        name = "keystead",
        description =
                "Keys keep their home when Kafka topics and Flink jobs grow: rendezvous hashing, protocol hrw-v1.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:a check failed",
            "2:bad input, or something that the machine lacks",
            "129:ended because the terminal was closed",
            "130:ended by Ctrl-C",
            "141:ended because nobody read its messages while it was built",
            "143:ended by the signal TERM"
        })
public final class Keystead {
    private static final String NO_COLOR = "--no-color";

    private final Console console;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    @Option(
            names = NO_COLOR,
            scope = ScopeType.INHERIT,
            description = "Print without colours; so does the environment variable NO_COLOR.")
    private boolean noColor;

    @Option(
            names = "--progress",
            scope = ScopeType.INHERIT,
            description = "Show progress even where standard error is not a terminal.")
    private boolean progress;

    private Keystead(Console console) {
        this.console = console;
    }

    /** Runs the command and ends the process with its {@link ExitCode exit code}. */
    public static void main(String[] args) {
        System.exit(run(Console.ofProcess(), args));
    }

    /** Runs the command in this process and returns its exit code. */
    static int run(Console console, String... args) {
        Keystead keystead = new Keystead(console);
        boolean color = console.color() && !Arrays.asList(args).contains(NO_COLOR);
        // A PrintWriter keeps its errors to itself, so help is written like any other data.
        StringWriter help = new StringWriter();
        OneLineErrors errors = new OneLineErrors(keystead);
        CommandLine commandLine = commandLine(keystead)
                .setOut(new PrintWriter(help, true))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(color ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        int exitCode = execute(commandLine, errors, args);
        return help.toString().isEmpty() ? exitCode : printed(help.toString(), console, exitCode);
    }

    /** Java would end with 1 where it runs out of memory, and 1 says that a check failed. */
    private static int execute(CommandLine commandLine, OneLineErrors errors, String... args) {
        try {
            return commandLine.execute(args);
        } catch (Error e) {
            return errors.handleError(e);
        }
    }

    /** The command with all of its commands, for whoever writes about them; nothing runs. */
    public static CommandLine commandLine() {
        return commandLine(new Keystead(Console.ofProcess()));
    }

    private static CommandLine commandLine(Keystead keystead) {
        return new CommandLine(keystead)
                .addSubcommand(new ExplainCommand(keystead))
                .addSubcommand(new OwnerCommand(keystead))
                .addSubcommand(new VerifyCommand(keystead))
                .addSubcommand(new PlanCommand(keystead))
                .addSubcommand(new CompareCommand(keystead))
                .addSubcommand(new ShadowCommand(keystead))
                .addSubcommand(new CommandLine(new VectorsCommand()).addSubcommand(new VectorsCheckCommand(keystead)))
                .addSubcommand(FlinkCommand.of(keystead))
                .addSubcommand(new SandboxCommand(keystead))
                .addSubcommand(new DemoCommand(keystead))
                .addSubcommand(new GenerateCompletion());
    }

    private static int printed(String help, Console console, int exitCode) {
        try {
            console.print(help);
            return exitCode;
        } catch (OutputClosed e) {
            return ExitCode.OK;
        } catch (BadInput e) {
            console.note("keystead: " + e.getMessage());
            return ExitCode.BAD_INPUT;
        }
    }

    /** Where to read and write, with the options that all commands have in common applied. */
    public Console console() {
        return new Console(
                console.in(),
                console.out(),
                console.err(),
                console.color() && !noColor,
                console.progress() || progress);
    }

    /** Whether to show what only somebody who looks for a fault wants to see. */
    public boolean debug() {
        return debug;
    }
}
