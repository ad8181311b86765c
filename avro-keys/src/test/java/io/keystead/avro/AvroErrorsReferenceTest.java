package io.keystead.avro;

import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what is said of Avro keys; with -Dkeystead.docs.write=true this test writes it. */
class AvroErrorsReferenceTest {
    private static final AvroKeys KEYS = AvroKeys.of(schema("customer"));

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        Schema renamed = new Schema.Parser().parse(schema("client"));
        GenericData.Record other =
                new GenericRecordBuilder(renamed).set("client", "ab").build();
        byte[] bare = KEYS.ofJson("{\"customer\": \"ab\"}");
        byte[] framed = {0, 0, 0, 0, 17, 4, 'a', 'b'};
        RefusalTable table = new RefusalTable("key")
                .add("an object with the field `client`", () -> KEYS.ofObject(other))
                .add("an object that is none of Avro's", () -> KEYS.ofObject(new Object[0]))
                .add("bytes without an id", () -> KEYS.ofWire(bare, 0, bare.length, KeyHeaders.UNSEEN))
                .add(
                        "bytes with an id, and no registry",
                        () -> KEYS.ofWire(framed, 0, framed.length, KeyHeaders.UNSEEN))
                .add(
                        "`keystead.key.wire=header`, where no headers are shown",
                        () -> KEYS.withWire(KeyWire.HEADER).ofWire(bare, 0, bare.length, KeyHeaders.UNSEEN))
                .add("a key schema with a map in it", () -> AvroKeys.of("{\"type\":\"map\",\"values\":\"int\"}"));
        new ReferencePage("errors.md", AvroErrorsReferenceTest.class).checkPart("avro keys", table.toString());
    }

    private static String schema(String field) {
        return "{\"type\":\"record\",\"name\":\"K\",\"fields\":[{\"name\":\"" + field + "\",\"type\":\"string\"}]}";
    }
}
