package io.keystead.kafka.consumer;

import io.keystead.kafka.topology.NearestName;
import io.keystead.kafka.topology.OneLine;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;

/** Refuses a name with a typing error, which would silently be without effect. */
final class PropertyNames {
    private static final String PREFIX = "keystead.";
    private static final List<String> FAMILIES = List.of("assignor", "member");

    private PropertyNames() {}

    /**
     * Checks a client's names; those that a producer or nobody answers for pass.
     *
     * @throws ConfigException if one looks like ours and is not declared
     */
    static void check(Collection<String> declared, Collection<String> given) {
        for (String name : given) {
            if (looksLikeOurs(name) && !declared.contains(name)) {
                String meant = NearestName.of(
                                rest(name),
                                declared.stream().map(PropertyNames::rest).collect(Collectors.toList()))
                        .map(near -> ": did you mean " + PREFIX + near + "? Allowed: ")
                        .orElse("; allowed: ");
                throw new ConfigException(
                        OneLine.of("Unknown configuration " + name + meant + String.join(", ", declared)));
            }
        }
    }

    private static boolean looksLikeOurs(String name) {
        return name.startsWith(PREFIX)
                && NearestName.of(rest(name).split("\\.", -1)[0], FAMILIES).isPresent();
    }

    private static String rest(String name) {
        return name.substring(PREFIX.length());
    }
}
