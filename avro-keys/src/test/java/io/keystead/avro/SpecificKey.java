package io.keystead.avro;

import java.time.Instant;
import org.apache.avro.Conversion;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** What Avro's compiler makes of a record with a name and a time. */
public final class SpecificKey extends SpecificRecordBase {
    private static final long serialVersionUID = 1;

    /** Avro reads it by this name. */
    public static final Schema SCHEMA$ = SchemaBuilder.record("SpecificKey")
            .namespace("io.keystead.avro")
            .fields()
            .requiredString("name")
            .name("at")
            .type(LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG)))
            .noDefault()
            .endRecord();

    private static final SpecificData MODEL$ = new SpecificData();

    static {
        MODEL$.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
    }

    public CharSequence name = "";
    public Instant at = Instant.EPOCH;

    /** For Avro. */
    public SpecificKey() {}

    SpecificKey(CharSequence name, Instant at) {
        this.name = name;
        this.at = at;
    }

    @Override
    public SpecificData getSpecificData() {
        return MODEL$;
    }

    @Override
    public @Nullable Conversion<?> getConversion(int field) {
        return field == 0 ? null : MODEL$.getConversionByClass(Instant.class);
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return field == 0 ? name : at;
    }

    @Override
    public void put(int field, Object value) {
        if (field == 0) {
            name = (CharSequence) value;
        } else {
            at = (Instant) value;
        }
    }
}
