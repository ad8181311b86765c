package io.keystead.kafka.topology;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;

/** Which names after {@code keystead.} there are, so that one with a typing error is not silently without effect. */
final class PropertyNames {
    private static final String PREFIX = "keystead.";
    private static final String TOPIC = "topic";
    private static final String TOPIC_PREFIX = PREFIX + TOPIC + ".";
    private static final List<String> TOPIC_FIELDS =
            List.of("partitions", "weights", "base", "key.encoding", "key.schema", "key.wire");

    /** Kafka Streams hands what is meant for its consumers to its producers too, and a job may what is for its sinks. */
    private static final List<String> OTHERS = List.of("keystead.assignor.", "keystead.member.", "keystead.sink.");

    /** Kafka's own rule, with the two names that it refuses besides. */
    private static final Pattern TOPIC_NAME = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

    static final String TOPIC_NAME_ALLOWED =
            "1 to 249 of the characters a-z, A-Z, 0-9, \".\", \"_\" and \"-\", neither \".\" nor \"..\"";

    private final Collection<String> general;

    /** @param general the declared names */
    PropertyNames(Collection<String> general) {
        this.general = general;
    }

    /** Whether this project's producer plugins answer for the name. */
    boolean isOurs(String name) {
        return name.startsWith(PREFIX) && OTHERS.stream().noneMatch(name::startsWith);
    }

    static boolean isOfTopic(String name) {
        return name.startsWith(TOPIC_PREFIX);
    }

    static boolean isTopicName(String text) {
        return TOPIC_NAME.matcher(text).matches();
    }

    /** @param name of a topic's property, checked */
    static String topic(String name) {
        String rest = name.substring(TOPIC_PREFIX.length());
        return rest.substring(0, rest.length() - fieldEnding(rest).length() - 1);
    }

    /** What a general name says after the prefix that all have. */
    static String field(String generalName) {
        return generalName.substring(PREFIX.length());
    }

    /** The field that a topic's name ends with, after a dot; else its last word. */
    private static String fieldEnding(String rest) {
        return TOPIC_FIELDS.stream()
                .filter(field -> rest.endsWith("." + field))
                .findFirst()
                .orElseGet(() -> rest.substring(rest.lastIndexOf('.') + 1));
    }

    static String ofTopic(String topic, String field) {
        return TOPIC_PREFIX + topic + "." + field;
    }

    /** @throws ConfigException unless it is a declared name or a topic's */
    void check(String name) {
        if (general.contains(name)) {
            return;
        }
        if (!hasTopicAndField(name)) {
            String meant = meant(name)
                    .map(near -> ": did you mean " + near + "? Allowed: ")
                    .orElse("; allowed: ");
            throw unknown(
                    name + meant + String.join(", ", general) + ", " + ofTopic("NAME", String.join("|", TOPIC_FIELDS)));
        }
        String topic = topic(name);
        if (!isTopicName(topic)) {
            throw unknown(name + ": \"" + topic + "\" is not a topic name; allowed: " + TOPIC_NAME_ALLOWED);
        }
    }

    private static boolean hasTopicAndField(String name) {
        return isOfTopic(name)
                && TOPIC_FIELDS.stream()
                        .anyMatch(field -> name.length() >= TOPIC_PREFIX.length() + 1 + field.length()
                                && name.endsWith("." + field));
    }

    private static ConfigException unknown(String what) {
        return new ConfigException(OneLine.of("Unknown configuration " + what));
    }

    private Optional<String> meant(String name) {
        String rest = name.substring(PREFIX.length());
        List<String> parts = List.of(rest.split("\\.", -1));
        int last = parts.size() - 1;
        if (NearestName.of(parts.get(0), List.of(TOPIC)).isPresent()) {
            // A field of two words may have its error in either.
            int words = last > 1
                            && NearestName.of(parts.get(last - 1), List.of("key"))
                                    .isPresent()
                    ? 2
                    : 1;
            int end = Math.max(1, last + 1 - words);
            String topic = end > 1 ? String.join(".", parts.subList(1, end)) : "NAME";
            return NearestName.of(String.join(".", parts.subList(end, last + 1)), TOPIC_FIELDS)
                    .map(field -> ofTopic(topic, field));
        }
        List<String> declared =
                general.stream().map(known -> known.substring(PREFIX.length())).collect(Collectors.toList());
        return NearestName.of(rest, declared).map(PREFIX::concat);
    }
}
