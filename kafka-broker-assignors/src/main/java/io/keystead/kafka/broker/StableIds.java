package io.keystead.kafka.broker;

import io.keystead.hrw.hash.Utf8;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Tells members apart by ids that outlive a restart: the instance id ({@code group.instance.id}) where a member has one,
 * the member id, which the client makes anew at each start, where it has none.
 *
 * <p>Each member gets an id of its own whatever the group claims: an instance id counts only for the first of its
 * members in order of their ids, and never where it is another member's member id.
 */
final class StableIds {
    private StableIds() {}

    /**
     * The member id behind each stable id.
     *
     * @param memberIds all members' ids, distinct
     * @param instanceIds what a member, by its id, says of itself
     */
    static Map<String, String> of(Iterable<String> memberIds, Function<String, Optional<String>> instanceIds) {
        TreeSet<String> members = new TreeSet<>(Utf8.ORDER);
        memberIds.forEach(members::add);
        Map<String, String> memberOf = new HashMap<>();
        for (String member : members) {
            String instance = instanceIds.apply(member).orElse(member);
            boolean isFree =
                    instance.equals(member) || (!members.contains(instance) && !memberOf.containsKey(instance));
            memberOf.put(isFree ? instance : member, member);
        }
        return memberOf;
    }
}
