package io.keystead.kafka.topology;

import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * How a property's text is read. {@code ConfigDef} checks by the same parser; there blank text is always fine: not set.
 * Immutable and thread-safe.
 */
public final class Spelling<T> implements ConfigDef.Validator {
    private final String allowed;
    private final Function<String, T> parser;

    /**
     * @param allowed for the reference page
     * @param parser throws {@link IllegalArgumentException} whose message ends with what is allowed
     */
    public Spelling(String allowed, Function<String, T> parser) {
        this.allowed = allowed;
        this.parser = parser;
    }

    /** A whole number from {@code min} to {@code max}. */
    static Spelling<Integer> number(int min, int max) {
        String allowed = min + " to " + max;
        return new Spelling<>(allowed, text -> {
            int number;
            try {
                number = Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("\"" + text + "\" is not a whole number; allowed: " + allowed, e);
            }
            if (number < min || number > max) {
                throw new IllegalArgumentException("\"" + text + "\" is out of range; allowed: " + allowed);
            }
            return number;
        });
    }

    /** @throws org.apache.kafka.common.config.ConfigException if the text is bad */
    Setting<T> read(String key, String text) {
        try {
            return new Setting<>(key, text, parser.apply(text));
        } catch (IllegalArgumentException e) {
            throw Setting.refused(key, text, String.valueOf(e.getMessage()));
        }
    }

    /**
     * What the text means.
     *
     * @param key the property, for the message
     * @throws org.apache.kafka.common.config.ConfigException if the text is bad; one line that names the property, the
     *     text and what is allowed
     */
    public T parse(String key, String text) {
        return read(key, text).value();
    }

    @Override
    public void ensureValid(String key, @Nullable Object value) {
        String text = GivenProperties.text(value);
        if (!text.isEmpty()) {
            read(key, text);
        }
    }

    @Override
    public String toString() {
        return allowed;
    }
}
