package io.keystead.avro;

import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** What {@link VersionProbe} does with Avro's classes. */
final class Records {
    private Records() {}

    static void tell(AvroKeys keys, StringBuilder told) {
        told.append("avro ")
                .append(Schema.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath()
                        .replaceAll(".*avro-|\\.jar", ""))
                .append('\n');
        told.append(keys.name()).append('\n');
        GenericRecord key = new GenericData.Record(writer("long"));
        key.put("v", List.of(Float.intBitsToFloat(0x7fc00123)));
        key.put("number", 7L);
        key.put("e", new GenericData.EnumSymbol(key.getSchema().getField("e").schema(), "C"));
        told.append("bytes ").append(VersionProbe.hex(keys.ofObject(key))).append('\n');
        told.append("json ")
                .append(VersionProbe.hex(
                        keys.ofJson("{\"u\": {\"array\": [1.5]}, \"s\": \"ab\", \"number\": 7, \"e\": \"A\"}")))
                .append('\n');
        told.append("specific ")
                .append(VersionProbe.hex(AvroKeys.of(SpecificKey.SCHEMA$.toString())
                        .ofObject(new SpecificKey("ab", Instant.ofEpochSecond(7)))))
                .append('\n');
        GenericRecord wrong = new GenericData.Record(writer("string"));
        wrong.put("v", List.of());
        wrong.put("number", "7");
        wrong.put("e", key.get("e"));
        try {
            keys.ofObject(wrong);
        } catch (AvroKeyException e) {
            told.append("refused ")
                    .append(String.valueOf(e.getMessage())
                            .replaceAll(".*(field number: ).*(Found string, expecting long).*", "$1$2"))
                    .append('\n');
        }
        try {
            AvroKeys.of("{\"type\": \"map\", \"values\": \"long\"}");
        } catch (AvroKeyException e) {
            told.append("refused ").append(e.getMessage()).append('\n');
        }
    }

    private static Schema writer(String number) {
        return new Schema.Parser()
                .parse(
                        "{\"type\": \"record\", \"name\": \"Old\", \"namespace\": \"n\", \"fields\": ["
                                + "{\"name\": \"v\", \"type\": {\"type\": \"array\", \"items\": \"float\"}},"
                                + "{\"name\": \"number\", \"type\": \"" + number + "\"},"
                                + "{\"name\": \"e\", \"type\": {\"type\": \"enum\", \"name\": \"E\", \"symbols\": [\"A\", \"C\"]}}]}");
    }
}
