package io.keystead.cli;

import io.keystead.hrw.Placement;
import io.keystead.hrw.text.KeyFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code keystead owner}: the owners of a stream of keys. */
@Command(
        name = "owner",
        description = "Read keys from standard input, one a line, and write each with a tab and its owner.")
final class OwnerCommand implements Callable<Integer> {
    private final Keystead keystead;

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            description =
                    "string (the line's bytes as they stand, the default), hex, base64, or long (8 bytes, big-endian,"
                            + " as LongSerializer). Of Avro keys: string for JSON as Avro encodes them, hex or base64 for the"
                            + " bytes on the wire.")
    private String keyFormat = KeyFormat.STRING.toString();

    @Option(
            names = "--strip-cr",
            description = "Take a carriage return at the end of a line for part of the line's end.")
    private boolean stripCr;

    OwnerCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        KeyFormat format = KeyFormats.parse("--key-format", keyFormat);
        Placement placement = Placement.of(topology.topology());
        SpelledKeys keys = new SpelledKeys("--key-format", format, topology.avroKeys());
        new OwnerStream(placement, keys, stripCr, keystead.console()).run();
        return ExitCode.OK;
    }
}
