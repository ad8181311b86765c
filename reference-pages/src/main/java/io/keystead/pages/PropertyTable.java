package io.keystead.pages;

import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;

/** What a declaration of properties says of each. */
public final class PropertyTable {
    private PropertyTable() {}

    /** A table with a row for each property, in the order of the declaration. */
    public static String of(ConfigDef definition) {
        MarkdownTable table = new MarkdownTable("property", "type", "default", "allowed", "meaning");
        for (ConfigDef.ConfigKey key : definition.configKeys().values()) {
            table.row(
                    "`" + key.name + "`",
                    key.type.name().toLowerCase(Locale.ROOT),
                    defaultOf(key),
                    key.validator == null ? "any" : key.validator.toString(),
                    key.documentation);
        }
        return table.toString();
    }

    private static String defaultOf(ConfigDef.ConfigKey key) {
        if (!key.hasDefault()) {
            return "none: it must be set";
        }
        return "".equals(key.defaultValue) ? "empty" : "`" + key.defaultValue + "`";
    }
}
