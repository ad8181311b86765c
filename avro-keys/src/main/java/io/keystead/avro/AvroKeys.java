package io.keystead.avro;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Gives each logical Avro key its canonical bytes, {@code avro-canonical} of {@code hrw-v1}: they are the same whatever
 * schema the key was written with and under whatever id a registry knows that schema.
 *
 * <p>A key is decoded with its writer's schema, brought into the pinned key schema by Avro's rules of schema resolution, and
 * encoded again: fields in the pinned order, missing ones with their default, enums and unions by the pinned schema's
 * numbers, arrays as one block with a positive count, every NaN as the canonical one. So -0.0 and 0.0 are two keys, as
 * they are in Avro's binary form, and a logical type (a decimal, a timestamp) changes nothing: the value beneath it
 * counts. A key that cannot be brought into the pinned schema is an {@link AvroKeyException} that names the field, never a
 * guess. A schema with a map in it is refused, since a map's entries have no order.
 *
 * <p>Two ways to a key: {@link #ofObject} takes what an application hands to a serializer, whose schema it knows, and asks
 * nobody; {@link #ofWire} takes serialized bytes and looks their writer's schema up, {@link #withWire} and {@link
 * #withRegistry} saying how. Both give equal bytes for equal keys.
 *
 * <p>Needs Avro, 1.10 or later, on the class path; the objects of keys must be of that Avro's classes. Immutable, but for
 * memories of schemas that never change an answer, bounded; thread-safe. Of each writer the first key costs the
 * resolution of its schema, and by {@link #ofWire} a question to the registry, in which the caller waits for 10 s at most;
 * then nothing is parsed or asked.
 */
public final class AvroKeys {
    /** The encoding's name in the protocol. */
    public static final String ENCODING = "avro-canonical";

    private final PinnedSchema pinned;
    private final KeyWire wire;
    private final @Nullable Registry registry;
    private final Projections<Schema> bySchema = new Projections<>();
    private final Projections<Long> byId = new Projections<>();
    private final Projection unframed;

    private AvroKeys(PinnedSchema pinned, KeyWire wire, @Nullable Registry registry) {
        this.pinned = pinned;
        this.wire = wire;
        this.registry = registry;
        this.unframed = new Projection(pinned.schema(), pinned);
        if (registry != null && wire == KeyWire.HEADER && registry.placeholder().equals("id")) {
            throw new AvroKeyException("the registry's URL asks by {id}, and with the wire format " + wire
                    + " there are two ids; allowed with it: {globalId} or {contentId} in the place of {id}");
        }
    }

    /**
     * Keys of a schema, {@link KeyWire#ID4} on the wire and without a registry.
     *
     * @param schema its JSON, or the path of a file that holds it; a text that begins with <code>{</code>, {@code [} or
     *     {@code "} is JSON
     * @throws AvroKeyException if it cannot be read, is no schema or has a map in it, or Avro is absent; one line
     */
    public static AvroKeys of(String schema) {
        try {
            ObjectWriter.load();
            return new AvroKeys(new PinnedSchema(SchemaText.read(schema)), KeyWire.ID4, null);
        } catch (LinkageError e) {
            throw new AvroKeyException(
                    ENCODING + " needs Avro, which is not on the class path beside it or is too old (" + e
                            + "); allowed: with org.apache.avro:avro, 1.10 or later, and what it needs, on the class path",
                    e);
        }
    }

    /** Whether a schema is given as JSON and not by the path of a file. */
    public static boolean isJson(String schema) {
        return SchemaText.isJson(schema);
    }

    /** What is allowed as a schema, for messages. */
    public static String allowedSchemas() {
        return SchemaText.ALLOWED;
    }

    /** What is allowed as a registry's URL, for messages. */
    public static String allowedRegistries() {
        return Registry.ALLOWED;
    }

    /**
     * The same with another form of serialized keys.
     *
     * @throws AvroKeyException if a registry's URL does not go with it; one line
     */
    public AvroKeys withWire(KeyWire format) {
        return new AvroKeys(pinned, format, registry);
    }

    /**
     * The same with a registry to look writers' schemas up.
     *
     * @param url with {@code {id}} in the place of the id, or for {@link KeyWire#HEADER} {@code {globalId}} or {@code
     *     {contentId}}; it must answer with the bare schema, complete in itself
     * @param authorizationFile holds the value of the header Authorization in one line, and is read again for each
     *     question; null for none
     * @throws AvroKeyException if the URL or the file is not so; one line
     */
    public AvroKeys withRegistry(String url, @Nullable Path authorizationFile) {
        return new AvroKeys(pinned, wire, new Registry(url, authorizationFile));
    }

    /**
     * What decides the canonical bytes, in one word: {@code avro-canonical:} and 16 hexadecimal digits over the pinned
     * schema with its defaults and aliases. Documentation, the order of sorting and logical types are not in it.
     */
    public String name() {
        return ENCODING + ":" + pinned.fingerprint();
    }

    /** The pinned schema as JSON, complete, which {@link #of} takes again. */
    public String schema() {
        return pinned.schema().toString();
    }

    /** How serialized keys name their writer's schema. */
    public KeyWire wire() {
        return wire;
    }

    /**
     * The canonical bytes of a logical key.
     *
     * @param key an Avro record, generic or specific, or what Avro takes for a value of a primitive schema: text, {@code
     *     Integer}, {@code Long}, {@code Float}, {@code Double}, {@code Boolean}, {@code ByteBuffer}, {@code byte[]}, an
     *     enum's symbol or a fixed of Avro's
     * @throws AvroKeyException if it is none of these, or does not fit the pinned schema; one line
     */
    public byte[] ofObject(Object key) {
        Schema schema = ObjectWriter.schemaOf(key);
        if (schema == null) {
            throw new AvroKeyException(
                    "a key of " + key.getClass() + " is not one of Avro; allowed: Avro's records, enum"
                            + " symbols and fixed, text, Integer, Long, Float, Double, Boolean, ByteBuffer, byte[]");
        }
        return canonical(key, schema);
    }

    private byte[] canonical(Object key, Schema schema) {
        byte[] written = ObjectWriter.write(key, schema);
        return bySchema.get(schema, () -> new Projection(schema, pinned)).canonical(written, 0, written.length);
    }

    /**
     * The canonical bytes of a serialized key: {@code length} bytes from {@code offset}.
     *
     * @param headers of the key's record, {@link KeyHeaders#UNSEEN} where nobody shows them
     * @throws AvroKeyException if the bytes are not of the wire format, the registry does not tell the schema, or the key
     *     does not fit the pinned one; one line
     */
    public byte[] ofWire(byte[] bytes, int offset, int length, KeyHeaders headers) {
        if (wire == KeyWire.NONE) {
            return unframed.canonical(bytes, offset, length);
        }
        long id = wire == KeyWire.HEADER ? idInHeader(headers) : idInKey(bytes, offset, length);
        Registry known = registry;
        if (known == null) {
            throw new AvroKeyException(
                    "a serialized key names schema " + id + ", and there is no registry to look it up"
                            + " (keystead.key.registry.url); allowed: " + Registry.ALLOWED);
        }
        int skipped = wire.headerBytes();
        return byId.get(id, () -> new Projection(writer(known, id), pinned))
                .canonical(bytes, offset + skipped, length - skipped);
    }

    private static Schema writer(Registry registry, long id) {
        return PinnedSchema.parse(registry.schema(id), "the registry's answer for schema " + id);
    }

    /**
     * The canonical bytes of the key of a record that is being written, from its object where that is one of Avro and from
     * its serialized bytes otherwise: so where it has been serialized before and the object <i>is</i> those bytes.
     *
     * @param key the object; null where there is none
     * @param bytes what the serializer made of it
     * @param headers of the record, {@link KeyHeaders#UNSEEN} where nobody shows them
     * @throws AvroKeyException as {@link #ofObject} and {@link #ofWire}; and if the serialized bytes are not of the wire
     *     format, so that no reader could place the key
     */
    public byte[] ofRecord(@Nullable Object key, byte[] bytes, KeyHeaders headers) {
        Schema schema = key == null || isSerialized(key, bytes) ? null : ObjectWriter.schemaOf(key);
        if (key == null || schema == null) {
            return ofWire(bytes, 0, bytes.length, headers);
        }
        if (wire.headerBytes() > 0) {
            idInKey(bytes, 0, bytes.length);
        }
        return canonical(key, schema);
    }

    private static boolean isSerialized(Object key, byte[] bytes) {
        if (key instanceof byte[]) {
            return Arrays.equals((byte[]) key, bytes);
        }
        return key instanceof ByteBuffer && key.equals(ByteBuffer.wrap(bytes));
    }

    /**
     * The canonical bytes of a key that is spelled as Avro's JSON encoding spells a value of the pinned schema.
     *
     * @throws AvroKeyException if it is not so; one line
     */
    public byte[] ofJson(String json) {
        byte[] written = pinned.writeJson(json);
        return unframed.canonical(written, 0, written.length);
    }

    private long idInKey(byte[] bytes, int offset, int length) {
        int header = wire.headerBytes();
        if (length < header || bytes[offset] != 0) {
            throw new AvroKeyException("a serialized key of " + length + " bytes"
                    + (length == 0 ? "" : ", the first of them " + (bytes[offset] & 0xff) + ",")
                    + " is not of the wire format " + wire + "; allowed: a byte 0 and " + (header - 1)
                    + " bytes of schema id before the Avro, or another wire format: " + KeyWire.allowed());
        }
        ByteBuffer id = ByteBuffer.wrap(bytes, offset + 1, header - 1);
        return checked(wire == KeyWire.ID4 ? id.getInt() : id.getLong());
    }

    private long idInHeader(KeyHeaders headers) {
        if (headers == KeyHeaders.UNSEEN) {
            throw new AvroKeyException("a serialized key has its schema's id in a header, and no header is shown here;"
                    + " allowed with the wire format " + wire + ": keys that are Avro's objects, and readers that see"
                    + " headers");
        }
        String name = "apicurio.key." + (registry == null ? "globalId" : registry.placeholder());
        byte[] value = headers.last(name);
        if (value == null || value.length != Long.BYTES) {
            throw new AvroKeyException("the header " + name + " of a key "
                    + (value == null ? "is missing" : "has " + value.length + " bytes") + "; allowed: "
                    + Long.BYTES + " bytes, the schema's id, highest first");
        }
        return checked(ByteBuffer.wrap(value).getLong());
    }

    private static long checked(long id) {
        if (id < 0) {
            throw new AvroKeyException("a key names the schema " + id + "; allowed: ids of 0 and above");
        }
        return id;
    }

    /** Whether the other gives every logical key the same bytes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AvroKeys && name().equals(((AvroKeys) other).name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    /** {@link #name()}. */
    @Override
    public String toString() {
        return name();
    }
}
