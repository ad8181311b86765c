package io.keystead.cli.flink;

import io.keystead.cli.BadInput;
import io.keystead.cli.ExitCode;
import io.keystead.cli.Interruption;
import io.keystead.cli.Keystead;
import io.keystead.cli.Progress;
import io.keystead.flink.savepoint.Conversion;
import io.keystead.flink.savepoint.Operators;
import io.keystead.flink.savepoint.Savepoint;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keystead flink convert-savepoint}: a savepoint described anew, for HrwStreams.keyBy or for Flink's own keyBy. */
@Command(
        name = "convert-savepoint",
        description =
                "Describe a savepoint anew, so that its keyed operators restore on HrwStreams.keyBy, or on Flink's own keyBy"
                        + " again. Checks first, writes a new directory, copies no state; the original stays as it is.")
final class ConvertSavepointCommand implements Callable<Integer> {
    private static final String HRW = "hrw";
    private static final String NATIVE = "native";

    private final Keystead keystead;

    @Parameters(paramLabel = "SAVEPOINT", description = "The savepoint's directory, or its URI.")
    private String location = "";

    @Option(
            names = "--to",
            paramLabel = "KIND",
            required = true,
            description = "hrw: for HrwStreams.keyBy; native: for Flink's own keyBy.")
    private String to = "";

    @Option(
            names = "--out",
            paramLabel = "DIRECTORY",
            required = true,
            description = "The new savepoint; must not exist yet.")
    private String out = "";

    @Option(
            names = "--uid",
            paramLabel = "UID",
            description = "Convert this operator only, by its uid in the job; may be repeated. Else all that are of the"
                    + " other kind.")
    private List<String> uids = List.of();

    @Option(
            names = "--operator-id",
            paramLabel = "HEX",
            description = "The same by Flink's id of the operator, in 32 hexadecimal digits.")
    private List<String> ids = List.of();

    @Option(
            names = "--copy",
            description = "Copy the files with the state too, so that the new savepoint stands alone.")
    private boolean copy;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** @param keystead what this is a command of */
    ConvertSavepointCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() throws Exception {
        if (!to.equals(HRW) && !to.equals(NATIVE)) {
            throw new BadInput("--to", "\"" + to + "\" is no kind of keyed state; allowed: hrw, native");
        }
        return Interruption.during(() -> FlinkCalls.call(keystead.debug(), this::convert));
    }

    private Integer convert() {
        Savepoint original = Savepoint.read(location);
        Operators chosen = Operators.of(uids, ids);
        Conversion conversion =
                to.equals(HRW) ? Conversion.toHrw(original, chosen) : Conversion.toNative(original, chosen);
        write(conversion);
        ConversionReport report = new ConversionReport(original, conversion, to, out, copy);
        keystead.console().print(json ? report.json() : report.text());
        keystead.console().note(report.advice());
        if (!copy && conversion.files() > 0) {
            keystead.console()
                    .note("keep " + original.directory() + " as long as " + out + " is used: its files are not copied"
                            + " (--copy does); restore with Flink's claim mode NO_CLAIM, the default, else Flink deletes"
                            + " them");
        }
        return ExitCode.OK;
    }

    private void write(Conversion conversion) {
        if (!copy) {
            conversion.write(out);
            return;
        }
        try (Progress progress = Progress.steady(keystead.console(), "copy", conversion.bytes())) {
            conversion.writeWithFiles(out, progress::step);
        }
    }
}
