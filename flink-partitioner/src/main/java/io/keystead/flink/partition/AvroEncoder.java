package io.keystead.flink.partition;

import io.keystead.avro.AvroKeys;
import org.jspecify.annotations.Nullable;

/** Canonical bytes of Avro keys. Travels as the schema's text; Avro is loaded where it is made and where it is used. */
final class AvroEncoder<K> implements KeyEncoder<K> {
    private static final long serialVersionUID = 1;

    /** JSON, for the tasks have other files. */
    private final String schema;

    private transient volatile @Nullable AvroKeys keys;

    /** @throws io.keystead.avro.AvroKeyException if the schema cannot be used, or Avro is absent */
    AvroEncoder(String schema) {
        AvroKeys read = AvroKeys.of(schema);
        this.schema = read.schema();
        this.keys = read;
    }

    @Override
    public byte[] encode(K key) {
        return keys().ofObject(key);
    }

    private AvroKeys keys() {
        AvroKeys known = keys;
        if (known == null) {
            known = AvroKeys.of(schema);
            keys = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroEncoder && keys().equals(((AvroEncoder<?>) other).keys());
    }

    @Override
    public int hashCode() {
        return keys().hashCode();
    }

    @Override
    public String toString() {
        return keys().name();
    }
}
