package io.keystead.avro;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;

/** The schema in which keys are compared: one for a topic, for ever. Immutable and thread-safe. */
final class PinnedSchema {
    private final Schema schema;
    private final CanonicalWriter writer;
    private final String fingerprint;

    /** @throws AvroKeyException if the text is no schema, or one with a map in it */
    PinnedSchema(String json) {
        this.schema = parse(json, "the key schema");
        this.writer = new CanonicalWriter(schema);
        this.fingerprint = new Walk(schema).fingerprint();
    }

    Schema schema() {
        return schema;
    }

    CanonicalWriter writer() {
        return writer;
    }

    /**
     * 16 hexadecimal digits over everything in the schema that decides canonical bytes: what Avro's parsing canonical form
     * keeps, and defaults and aliases. Documentation, order and logical types are not in it.
     */
    String fingerprint() {
        return fingerprint;
    }

    /** @param what the schema is of, for the message */
    static Schema parse(String json, String what) {
        try {
            return new Schema.Parser().parse(json);
        } catch (AvroRuntimeException e) {
            throw new AvroKeyException(
                    what + " " + shown(json) + " is not one (" + e.getMessage()
                            + "); allowed: an Avro schema as JSON, complete in itself",
                    e);
        }
    }

    /** A key that is spelled as JSON, as Avro binary. */
    byte[] writeJson(String json) {
        Object key;
        try {
            key = new GenericDatumReader<>(schema, schema, new GenericData())
                    .read(null, DecoderFactory.get().jsonDecoder(schema, json));
        } catch (IOException | RuntimeException e) {
            throw new AvroKeyException(
                    "\"" + json + "\" is not a key of the schema " + this + " (" + e.getMessage()
                            + "); allowed: JSON as Avro encodes a value of it",
                    e);
        }
        return Projection.write(writer, key);
    }

    private static String shown(String json) {
        return json.length() <= 80 ? json : json.substring(0, 80) + "...";
    }

    @Override
    public String toString() {
        return schema.getFullName() + " " + fingerprint;
    }

    /** One pass over a schema. */
    private static final class Walk {
        private final Set<String> seen = new HashSet<>();
        private final Deque<String> path = new ArrayDeque<>();
        private final StringBuilder details = new StringBuilder();
        private final Schema root;

        Walk(Schema root) {
            this.root = root;
            visit(root);
        }

        private void visit(Schema schema) {
            switch (schema.getType()) {
                case MAP:
                    throw new AvroKeyException("the key schema " + root.getFullName() + " has a map"
                            + (path.isEmpty() ? "" : " in field " + String.join(".", path))
                            + ", whose entries have no order; allowed: any Avro types but maps, such as an array of"
                            + " records");
                case RECORD:
                    if (named(schema)) {
                        schema.getFields().forEach(this::visit);
                    }
                    break;
                case ENUM:
                    if (named(schema)) {
                        detail("enum default", String.valueOf(schema.getEnumDefault()));
                    }
                    break;
                case FIXED:
                    named(schema);
                    break;
                case ARRAY:
                    visit(schema.getElementType());
                    break;
                case UNION:
                    schema.getTypes().forEach(this::visit);
                    break;
                default:
            }
        }

        /** Whether it is met for the first time; a recursive schema would have no end. */
        private boolean named(Schema schema) {
            if (!seen.add(schema.getFullName())) {
                return false;
            }
            detail(schema.getFullName(), new TreeSet<>(schema.getAliases()).toString());
            return true;
        }

        private void visit(Schema.Field field) {
            path.addLast(field.name());
            detail("field " + field.name(), new TreeSet<>(field.aliases()).toString());
            if (field.hasDefaultValue()) {
                detail("default", hex(encodedDefault(field)));
            }
            visit(field.schema());
            path.removeLast();
        }

        private byte[] encodedDefault(Schema.Field field) {
            try {
                return Projection.write(
                        new CanonicalWriter(field.schema()), GenericData.get().getDefaultValue(field));
            } catch (RuntimeException e) {
                throw new AvroKeyException(
                        "the default of field " + String.join(".", path) + " in the key schema " + root.getFullName()
                                + " is not of its type (" + e.getMessage() + ")",
                        e);
            }
        }

        private void detail(String name, String value) {
            details.append('\n').append(name).append(' ').append(value);
        }

        String fingerprint() {
            String text = SchemaNormalization.toParsingForm(root) + details;
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return hex(digest).substring(0, 16);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        private static String hex(byte[] bytes) {
            StringBuilder digits = new StringBuilder();
            for (byte b : bytes) {
                digits.append(Character.forDigit(b >> 4 & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
            return digits.toString();
        }
    }
}
