package io.keystead.kafka.topology;

import org.apache.kafka.common.config.ConfigException;

/**
 * One property as the user wrote it, and what it means: messages name the key and the text, never something derived.
 * Immutable.
 */
final class Setting<T> {
    private final String key;
    private final String text;
    private final T value;

    Setting(String key, String text, T value) {
        this.key = key;
        this.text = text;
        this.value = value;
    }

    T value() {
        return value;
    }

    /** @param why in words that follow the text and end with what is allowed */
    ConfigException refused(String why) {
        return refused(key, text, why);
    }

    static ConfigException refused(String key, String text, String why) {
        return new ConfigException(OneLine.of(key), OneLine.of(text), OneLine.of(why));
    }

    /** As in a properties file, on one line. */
    @Override
    public String toString() {
        return OneLine.of(key + "=" + text);
    }
}
