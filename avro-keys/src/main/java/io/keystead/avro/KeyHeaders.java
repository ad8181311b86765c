package io.keystead.avro;

import org.jspecify.annotations.Nullable;

/** The headers of the record whose key is read. */
@FunctionalInterface
public interface KeyHeaders {
    /** Where nobody shows them, as a producer shows none to its partitioner. */
    KeyHeaders UNSEEN = new KeyHeaders() {
        @Override
        public byte @Nullable [] last(String name) {
            return null;
        }

        @Override
        public String toString() {
            return "unseen";
        }
    };

    /** The value of the last header of this name; null if there is none. */
    byte @Nullable [] last(String name);
}
