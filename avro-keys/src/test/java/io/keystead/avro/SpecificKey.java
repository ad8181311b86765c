package io.keystead.avro;

import java.time.Instant;
import org.apache.avro.Conversion;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** What Avro's compiler makes of a record with a name and a time that is converted in a way of its own. */
public final class SpecificKey extends SpecificRecordBase {
    private static final long serialVersionUID = 1;

    /** Avro reads it by this name. */
    public static final Schema SCHEMA$ = SchemaBuilder.record("SpecificKey")
            .namespace("io.keystead.avro")
            .fields()
            .requiredString("name")
            .name("at")
            .type(new LogicalType("seconds").addToSchema(Schema.create(Schema.Type.LONG)))
            .noDefault()
            .endRecord();

    private static final Seconds SECONDS = new Seconds();
    private static final SpecificData MODEL$ = new SpecificData();

    static {
        MODEL$.addLogicalTypeConversion(SECONDS);
    }

    /** One that nobody but this record has. */
    private static final class Seconds extends Conversion<Instant> {
        @Override
        public Class<Instant> getConvertedType() {
            return Instant.class;
        }

        @Override
        public String getLogicalTypeName() {
            return "seconds";
        }

        @Override
        public Long toLong(Instant value, Schema schema, LogicalType type) {
            return value.getEpochSecond();
        }
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
        return field == 0 ? null : SECONDS;
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
