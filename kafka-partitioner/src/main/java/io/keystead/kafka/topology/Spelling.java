package io.keystead.kafka.topology;

import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Lets {@code ConfigDef} check a property by the parser that will read it. Blank text is always fine: not set. */
final class Spelling implements ConfigDef.Validator {
    private final String allowed;
    private final Consumer<String> parser;

    /**
     * @param allowed for the reference page
     * @param parser throws {@link IllegalArgumentException} in one line
     */
    Spelling(String allowed, Consumer<String> parser) {
        this.allowed = allowed;
        this.parser = parser;
    }

    @Override
    public void ensureValid(String name, @Nullable Object value) {
        String text = value == null ? "" : value.toString();
        if (text.isBlank()) {
            return;
        }
        try {
            parser.accept(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(name, value, e.getMessage());
        }
    }

    @Override
    public String toString() {
        return allowed;
    }
}
