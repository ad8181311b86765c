package io.keystead.avro;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.ResolvingDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a writer wrote as the pinned schema has it, in underlying values: no logical type is converted, and text stays
 * the bytes that it is. Thread-safe, as its parent is.
 */
final class CanonicalReader extends GenericDatumReader<Object> {
    private static final GenericData UNDERLYING = new GenericData() {
        /** The fast one tells no field of a failure, and has fields of its own for each version of Avro. */
        @Override
        public boolean isFastReaderEnabled() {
            return false;
        }
    };

    CanonicalReader(Schema writer, Schema pinned) {
        super(writer, pinned, UNDERLYING);
    }

    @Override
    protected void readField(
            Object datum, Field field, @Nullable Object old, ResolvingDecoder in, @Nullable Object state)
            throws IOException {
        try {
            super.readField(datum, field, old, in, state);
        } catch (IOException | RuntimeException e) {
            throw FieldFailure.in(field.name(), e);
        }
    }

    /** A schema may ask for String, and malformed UTF-8 would become other text. */
    @Override
    @SuppressWarnings("rawtypes") // As its parent declares it.
    protected Class findStringClass(Schema schema) {
        return CharSequence.class;
    }
}
