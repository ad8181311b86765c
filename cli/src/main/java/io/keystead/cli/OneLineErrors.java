package io.keystead.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong in one line on standard error, and returns the exit code. */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Keystead keystead;

    OneLineErrors(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        // Options are read from left to right, so --debug may not have been reached.
        boolean debug = List.of(args).contains("--debug");
        String command = e.getCommandLine().getCommandSpec().qualifiedName(" ");
        return report(command, wording(e), e, debug, ExitCode.BAD_INPUT);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        String command = commandLine.getCommandSpec().qualifiedName(" ");
        if (Interruption.isRunning()) {
            // Ctrl-C took the ground from under the command; what it says now is of no use.
            return ExitCode.INTERRUPTED;
        }
        if (e instanceof OutputClosed) {
            return ExitCode.OK;
        }
        if (e instanceof CheckFailed) {
            return report(command, String.valueOf(e.getMessage()), e, keystead.debug(), ExitCode.CHECK_FAILED);
        }
        if (e instanceof BadInput) {
            return report(command, String.valueOf(e.getMessage()), e, keystead.debug(), ExitCode.BAD_INPUT);
        }
        return report(
                command, "internal error: " + e + "; --debug shows where", e, keystead.debug(), ExitCode.BAD_INPUT);
    }

    /** What picocli lets through: that the machine lacks something, or a fault of this program. */
    int handleError(Error e) {
        String message = e instanceof OutOfMemoryError
                ? "the heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB is full (" + e.getMessage()
                        + "); allowed: fewer keys, such as by --sample, or a larger heap, JAVA_TOOL_OPTIONS=-Xmx4g"
                : "internal error: " + e + "; --debug shows where";
        return report("keystead", message, e, keystead.debug(), ExitCode.BAD_INPUT);
    }

    private int report(String command, String message, Throwable e, boolean debug, int exitCode) {
        keystead.console().note(command + ": " + message.replaceAll("\\s*\\R\\s*", " "));
        if (debug) {
            e.printStackTrace(keystead.console().err());
        }
        return exitCode;
    }

    private static String wording(ParameterException e) {
        String message = String.valueOf(e.getMessage());
        String help = e.getCommandLine().getCommandSpec().qualifiedName(" ") + " --help";
        if (e instanceof MissingParameterException missing) {
            // The option that is none was meant for the parameter, perhaps.
            List<String> unmatched = e.getCommandLine().getUnmatchedArguments();
            if (!unmatched.isEmpty() && !missing.getMissing().isEmpty()) {
                return "Unknown option: '" + unmatched.get(0) + "'; allowed: see " + help + ", and -- before a "
                        + missing.getMissing().get(0).paramLabel() + " that begins with a hyphen";
            }
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            String suggestions = unmatched.getSuggestions().stream()
                    .map(suggestion -> "'" + suggestion + "'")
                    .collect(Collectors.joining(" or "));
            return message + (suggestions.isEmpty() ? "" : "; did you mean " + suggestions + "?") + "; allowed: see "
                    + help;
        }
        return message + "; allowed: see " + help;
    }
}
