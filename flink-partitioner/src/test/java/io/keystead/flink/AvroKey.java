package io.keystead.flink;

import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificRecordBase;

/** What Avro's compiler makes of a record with a name and a number. */
public final class AvroKey extends SpecificRecordBase {
    private static final long serialVersionUID = 1;

    /** Avro reads it by this name. */
    public static final Schema SCHEMA$ = SchemaBuilder.record("AvroKey")
            .namespace("io.keystead.flink")
            .fields()
            .requiredString("name")
            .requiredLong("number")
            .endRecord();

    public CharSequence name = "";
    public long number;

    /** For Avro. */
    public AvroKey() {}

    AvroKey(CharSequence name, long number) {
        this.name = name;
        this.number = number;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return field == 0 ? name : number;
    }

    @Override
    public void put(int field, Object value) {
        if (field == 0) {
            name = (CharSequence) value;
        } else {
            number = (Long) value;
        }
    }
}
