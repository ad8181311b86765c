package io.keystead.kafka.topology;

import io.keystead.avro.AvroKeys;

/** How keys become bytes. */
enum KeyEncoding {
    /** They are the serialized key's. */
    BYTES("bytes"),
    AVRO_CANONICAL(AvroKeys.ENCODING);

    static final String ALLOWED = BYTES + ", " + AVRO_CANONICAL;

    private final String name;

    KeyEncoding(String name) {
        this.name = name;
    }

    static KeyEncoding parse(String text) {
        for (KeyEncoding encoding : values()) {
            if (encoding.name.equals(text)) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a key encoding; allowed: " + ALLOWED);
    }

    @Override
    public String toString() {
        return name;
    }
}
