package io.keystead.kafka.topology;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyWire;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say of the keys in one topic. Immutable.
 *
 * <p>Avro is not needed, and nothing of it loaded, unless {@code avro-canonical} is set.
 */
final class KeyPlan {
    /** For messages and the reference page. */
    static final String SCHEMAS = AvroKeys.allowedSchemas();

    static final String REGISTRIES = AvroKeys.allowedRegistries();

    private static final KeyPlan AS_THEY_STAND = new KeyPlan(null, null);

    private final @Nullable Setting<KeyEncoding> encoding;
    private final @Nullable AvroKeys avroKeys;

    private KeyPlan(@Nullable Setting<KeyEncoding> encoding, @Nullable AvroKeys avroKeys) {
        this.encoding = encoding;
        this.avroKeys = avroKeys;
    }

    static KeyPlan general(GivenProperties given) {
        return of(
                given,
                given.find(TopologyConfig.KEY_ENCODING, TopologyProperties.KEY_ENCODING),
                given.find(TopologyConfig.KEY_SCHEMA, TopologyProperties.KEY_SCHEMA),
                given.find(TopologyConfig.KEY_WIRE, TopologyProperties.KEY_WIRE));
    }

    static KeyPlan of(String topic, GivenProperties given) {
        KeyPlan plan = of(
                given,
                given.find(topic, TopologyConfig.KEY_ENCODING, TopologyProperties.KEY_ENCODING),
                given.find(topic, TopologyConfig.KEY_SCHEMA, TopologyProperties.KEY_SCHEMA),
                given.find(topic, TopologyConfig.KEY_WIRE, TopologyProperties.KEY_WIRE));
        if (plan.avroKeys == null) {
            List.of(TopologyConfig.KEY_SCHEMA, TopologyConfig.KEY_WIRE)
                    .forEach(name -> refuseSet(given, PropertyNames.ofTopic(topic, PropertyNames.field(name)), topic));
        }
        return plan;
    }

    private static KeyPlan of(
            GivenProperties given,
            @Nullable Setting<KeyEncoding> encoding,
            @Nullable Setting<String> schema,
            @Nullable Setting<KeyWire> wire) {
        if (encoding == null || encoding.value() == KeyEncoding.BYTES) {
            return AS_THEY_STAND;
        }
        if (schema == null) {
            throw new ConfigException("Missing configuration " + TopologyConfig.KEY_SCHEMA + ": " + encoding
                    + " needs it; allowed: " + SCHEMAS);
        }
        AvroKeys keys = schema(schema, encoding);
        KeyWire format = wire == null ? KeyWire.ID4 : wire.value();
        Setting<String> url = given.find(TopologyConfig.KEY_REGISTRY_URL, TopologyProperties.KEY_REGISTRY_URL);
        Setting<Path> file =
                given.find(TopologyConfig.KEY_REGISTRY_AUTH_FILE, TopologyProperties.KEY_REGISTRY_AUTH_FILE);
        if (url == null) {
            if (file != null) {
                throw file.refused("goes with a registry; allowed with " + TopologyConfig.KEY_REGISTRY_URL + " only");
            }
            return new KeyPlan(encoding, keys.withWire(format));
        }
        return new KeyPlan(encoding, registry(keys, format, url, file));
    }

    private static AvroKeys schema(Setting<String> schema, Setting<KeyEncoding> encoding) {
        try {
            return AvroKeys.of(schema.value());
        } catch (IllegalArgumentException e) {
            // Without Avro it is the encoding that cannot be had, whatever the schema.
            throw (e.getCause() instanceof LinkageError ? encoding : schema).refused(String.valueOf(e.getMessage()));
        }
    }

    private static AvroKeys registry(AvroKeys keys, KeyWire format, Setting<String> url, @Nullable Setting<Path> file) {
        try {
            // The URL alone first, so that what is wrong is said of the property that it is in.
            AvroKeys asking = keys.withRegistry(url.value(), null).withWire(format);
            if (file == null) {
                return asking;
            }
            try {
                return asking.withRegistry(url.value(), file.value());
            } catch (IllegalArgumentException e) {
                throw file.refused(String.valueOf(e.getMessage()));
            }
        } catch (IllegalArgumentException e) {
            throw url.refused(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Refuses what says something of Avro keys where no topic has any: more likely than not the encoding was forgotten.
     *
     * @throws ConfigException naming the property
     */
    static void refuseUnused(GivenProperties given) {
        List.of(
                        TopologyConfig.KEY_SCHEMA,
                        TopologyConfig.KEY_WIRE,
                        TopologyConfig.KEY_REGISTRY_URL,
                        TopologyConfig.KEY_REGISTRY_AUTH_FILE)
                .forEach(name -> refuseSet(given, name, "any topic"));
    }

    private static void refuseSet(GivenProperties given, String name, String topic) {
        Setting<String> set = given.findOwn(name);
        // Who writes every default down forgot nothing.
        if (set != null
                && !set.value()
                        .equals(TopologyConfig.definition().defaultValues().get(name))) {
            throw set.refused("is of Avro keys, and the keys of " + topic + " are hashed as they stand; allowed with "
                    + TopologyConfig.KEY_ENCODING + "=" + KeyEncoding.AVRO_CANONICAL + " only");
        }
    }

    /** @throws ConfigException if keys are not hashed as they stand */
    void refuseBase(Setting<?> base) {
        if (encoding != null) {
            throw encoding.refused("does not go with a base (" + base
                    + "), by which keys lie as they stand; allowed with a" + " base: " + KeyEncoding.BYTES);
        }
    }

    /** Null where keys are hashed as they stand. */
    @Nullable
    AvroKeys avroKeys() {
        return avroKeys;
    }
}
