package io.keystead.kafka.broker;

import io.keystead.hrw.hash.Utf8;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Gives those that are known by an id made anew at each start one that outlives it, where they name themselves.
 *
 * <p>Each has an id of its own whatever they claim: a name counts only for the first of those that claim it, in order of
 * their ids, and never where it is the id of another.
 */
final class StableIds {
    private StableIds() {}

    /**
     * The id behind each stable id: the name where there is one that counts, else the id itself.
     *
     * @param ids distinct
     * @param names what one, by its id, calls itself
     */
    static Map<String, String> of(Iterable<String> ids, Function<String, Optional<String>> names) {
        TreeSet<String> sorted = new TreeSet<>(Utf8.ORDER);
        ids.forEach(sorted::add);
        Map<String, String> idOf = new HashMap<>();
        for (String id : sorted) {
            String name = names.apply(id).orElse(id);
            boolean counts = name.equals(id) || (!sorted.contains(name) && !idOf.containsKey(name));
            idOf.put(counts ? name : id, id);
        }
        return idOf;
    }
}
