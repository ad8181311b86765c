package io.keystead.kafka.topology;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keystead.*} properties among a client's, as text. Immutable.
 *
 * <p>A value that is null or blank is a property that is not set, but for a topic's own: blank there means none, in place
 * of the general one.
 */
final class GivenProperties {
    private final ConfigDef definition;
    private final Map<String, String> texts = new TreeMap<>();

    /**
     * Takes our properties out of a client's.
     *
     * @throws org.apache.kafka.common.config.ConfigException if one has an unknown name
     */
    GivenProperties(ConfigDef definition, Map<String, ?> configs) {
        this.definition = definition;
        PropertyNames names = new PropertyNames(definition.names());
        for (String name : configs.keySet()) {
            if (!names.isOurs(name)) {
                continue;
            }
            names.check(name);
            // A client's map notes each name that is asked for, and warns of the others as not used.
            Object value = configs.get(name);
            String text = text(value);
            if (!text.isEmpty() || (value != null && PropertyNames.isOfTopic(name))) {
                texts.put(name, text);
            }
        }
    }

    /** What a value of any type says, without the spaces around it; nothing for null. */
    static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().strip();
    }

    /** The topics that have properties of their own. */
    Set<String> topics() {
        return texts.keySet().stream()
                .filter(PropertyNames::isOfTopic)
                .map(PropertyNames::topic)
                .collect(Collectors.toSet());
    }

    /** A property with its default where it is not set, or null where its default is to have none. */
    <T> @Nullable Setting<T> find(String name, Spelling<T> spelling) {
        return setting(
                name, texts.getOrDefault(name, text(definition.defaultValues().get(name))), spelling);
    }

    /** The same for one that has a default. */
    <T> Setting<T> get(String name, Spelling<T> spelling) {
        Setting<T> found = find(name, spelling);
        if (found == null) {
            throw new IllegalStateException(name + " is declared without a default");
        }
        return found;
    }

    /** What stands under that very name, as text; null where nothing does. */
    @Nullable
    Setting<String> findOwn(String name) {
        String text = texts.getOrDefault(name, "");
        return text.isEmpty() ? null : new Setting<>(name, text, text);
    }

    boolean isSet(String name) {
        return texts.containsKey(name);
    }

    /** A topic's own property, or the general one in its place. */
    <T> @Nullable Setting<T> find(String topic, String generalName, Spelling<T> spelling) {
        String name = PropertyNames.ofTopic(topic, PropertyNames.field(generalName));
        String own = texts.get(name);
        return own == null ? find(generalName, spelling) : setting(name, own, spelling);
    }

    private static <T> @Nullable Setting<T> setting(String name, String text, Spelling<T> spelling) {
        return text.isEmpty() ? null : spelling.read(name, text);
    }
}
