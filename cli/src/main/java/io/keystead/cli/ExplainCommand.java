package io.keystead.cli;

import io.keystead.hrw.text.KeyFormat;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keystead explain}: who owns a key, who is next, and why. */
@Command(name = "explain", description = "Tell who owns a key, who is next, and why.")
final class ExplainCommand implements Callable<Integer> {
    private final Keystead keystead;

    @Parameters(paramLabel = "KEY", description = "The key; after -- if it begins with a hyphen.")
    private String key = "";

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            description =
                    "string (UTF-8, the default), hex, base64, or long (8 bytes, big-endian, as LongSerializer). Of an Avro"
                            + " key: string for JSON as Avro encodes it, hex or base64 for the bytes on the wire.")
    private String keyFormat = KeyFormat.STRING.toString();

    @Option(names = "--top", paramLabel = "COUNT", description = "How many candidates to show; 10 by default.")
    private String top = "10";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ExplainCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() {
        KeyFormat format = KeyFormats.parse("--key-format", keyFormat);
        int count = Numbers.parse("--top", top, 1, Integer.MAX_VALUE);
        SpelledKeys keys = new SpelledKeys("--key-format", format, topology.avroKeys());
        Explanation explanation = Explanation.of(topology.topology(), placed(keys), count);
        keystead.console().print(json ? ExplanationJson.of(explanation) : ExplanationText.of(explanation));
        return ExitCode.OK;
    }

    private byte[] placed(SpelledKeys keys) {
        if (key.indexOf('\uFFFD') >= 0) {
            // What Java puts where the locale could not read the argument; its owner would be another one.
            throw new BadInput(
                    "KEY", "\"" + key + "\" is not text in this locale; allowed: UTF-8, or --key-format hex");
        }
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        return BadInput.from("KEY", () -> keys.placed(text, 0, text.length));
    }
}
