package io.keystead.avro;

import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/protocol.md says what is hashed of an Avro key; with -Dkeystead.docs.write=true these tests write it. */
class ProtocolKeysTest {
    private static final ReferencePage PAGE = new ReferencePage("protocol.md", ProtocolKeysTest.class);

    @Test
    void thePageHasEveryWireFormat() throws IOException {
        Map<KeyWire, String> told = Map.of(
                KeyWire.ID4, "a byte 0 and the schema's id, highest byte first",
                KeyWire.ID8, "a byte 0 and the schema's id, highest byte first",
                KeyWire.HEADER, "nothing; the id is in a header of the record",
                KeyWire.NONE, "nothing; the key schema itself wrote the key");
        MarkdownTable table = new MarkdownTable("`keystead.key.wire`", "bytes before the Avro", "what they are");
        for (KeyWire wire : KeyWire.values()) {
            table.row("`" + wire + "`", "" + wire.headerBytes(), String.valueOf(told.get(wire)));
        }
        PAGE.checkPart("wires", table.toString());
    }

    @Test
    void thePageShowsWhatIsHashedOfKeysOfEachKind() throws IOException {
        MarkdownTable table = new MarkdownTable("key schema", "key", "canonical bytes");
        add(table, "\"string\"", "\"ab\"");
        add(table, "\"int\"", "7");
        add(table, "\"long\"", "-1");
        add(table, "\"boolean\"", "true");
        add(table, "\"double\"", "1.5");
        add(table, "{\"type\":\"array\",\"items\":\"int\"}", "[1, 2]");
        add(table, "{\"type\":\"array\",\"items\":\"int\"}", "[]");
        add(table, "[\"null\",\"string\"]", "{\"string\": \"ab\"}");
        add(table, "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}", "\"B\"");
        add(
                table,
                "{\"type\":\"record\",\"name\":\"K\",\"fields\":[{\"name\":\"customer\",\"type\":\"string\"},"
                        + "{\"name\":\"number\",\"type\":\"long\"}]}",
                "{\"customer\": \"ab\", \"number\": 7}");
        addNan(table);
        PAGE.checkPart("keys", table.toString());
    }

    private static void add(MarkdownTable table, String schema, String json) {
        row(table, schema, "`" + json + "`", AvroKeys.of(schema).ofJson(json));
    }

    /** JSON has no NaN. */
    private static void addNan(MarkdownTable table) {
        row(
                table,
                "\"double\"",
                "NaN",
                AvroKeys.of("\"double\"").ofObject(Double.longBitsToDouble(0x7ff8000000000001L)));
        row(table, "\"float\"", "NaN", AvroKeys.of("\"float\"").ofObject(Float.intBitsToFloat(0x7fc00001)));
    }

    private static void row(MarkdownTable table, String schema, String key, byte[] canonical) {
        table.row("`" + schema + "`", key, "`" + HexFormat.of().formatHex(canonical) + "`");
    }
}
