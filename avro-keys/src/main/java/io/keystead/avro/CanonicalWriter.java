package io.keystead.avro;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * Writes underlying values as Avro binary in the one way that is canonical: NaN as the canonical NaN; an array, by an
 * encoder that does not block, as one block with a positive count. Thread-safe, as its parent is.
 */
final class CanonicalWriter extends GenericDatumWriter<Object> {
    CanonicalWriter(Schema pinned) {
        super(pinned);
    }

    @Override
    protected void write(Schema schema, @Nullable Object datum, Encoder out) throws IOException {
        super.write(schema, withoutPayload(datum), out);
    }

    /** Avro writes the bits of a NaN as they are, and there are many. -0.0 is another value than 0.0 and stays. */
    private static @Nullable Object withoutPayload(@Nullable Object datum) {
        if (datum instanceof Double && ((Double) datum).isNaN()) {
            return Double.NaN;
        }
        return datum instanceof Float && ((Float) datum).isNaN() ? (Object) Float.NaN : datum;
    }
}
