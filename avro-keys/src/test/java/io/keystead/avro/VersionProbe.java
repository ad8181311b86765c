package io.keystead.avro;

import java.util.HexFormat;
import java.util.function.Supplier;

/** What a program does with keys, told as text. It names no class of Avro but in {@link Records}, as one without Avro does. */
public final class VersionProbe implements Supplier<String> {
    static final String KEY = """
            {"type": "record", "name": "K", "namespace": "n", "aliases": ["Old"], "fields": [
              {"name": "u", "type": ["null", {"type": "array", "items": "float"}], "default": null, "aliases": ["v"]},
              {"name": "s", "type": "string", "default": "ab"},
              {"name": "number", "type": "long"},
              {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A", "B"], "default": "B"}}]}
            """;

    @Override
    public String get() {
        StringBuilder told = new StringBuilder();
        try {
            AvroKeys keys = AvroKeys.of(KEY);
            Records.tell(keys, told);
        } catch (AvroKeyException e) {
            told.append("refused ").append(e.getMessage()).append('\n');
        }
        return told.toString();
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
