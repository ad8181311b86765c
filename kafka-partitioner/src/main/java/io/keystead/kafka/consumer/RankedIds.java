package io.keystead.kafka.consumer;

import io.keystead.hrw.hash.Utf8;
import io.keystead.kafka.consumer.Notice.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The ids under which the members of a group are ranked: distinct, and the same after a restart where that can be.
 *
 * <p>It is {@code group.instance.id}, else {@code keystead.member.id}, else {@code client.id} if no other member has it,
 * else the member id. Of two members with one chosen id, the one with the smaller member id keeps it. The result depends
 * on the set of members alone. Immutable.
 */
final class RankedIds {
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, Notice> notices = new HashMap<>();

    /** Member ids in order, each with itself; then chosen ids with the member that keeps them. */
    private final Map<String, String> holders = new HashMap<>();

    private final Map<String, String> clientIdHolders = new HashMap<>();
    private final Map<String, String> sharedClientIds = new HashMap<>();

    /** @param members distinct in member id */
    RankedIds(Collection<JoinedMember> members) {
        TreeMap<String, JoinedMember> sorted = new TreeMap<>(Utf8.ORDER);
        members.forEach(member -> sorted.put(member.memberId, member));
        // Nobody may be ranked by another's member id, which that one may need.
        sorted.keySet().forEach(memberId -> holders.put(memberId, memberId));
        sorted.values().forEach(this::chooseId);
        sorted.values().forEach(this::noteClientId);
        sorted.values().forEach(this::fallBack);
    }

    private void chooseId(JoinedMember member) {
        String chosen = member.chosenId();
        if (chosen.isEmpty()) {
            return;
        }
        String holder = holders.putIfAbsent(chosen, member.memberId);
        if (holder == null || holder.equals(member.memberId)) {
            ids.put(member.memberId, chosen);
        } else {
            ids.put(member.memberId, member.memberId);
            notices.put(member.memberId, new Notice(Kind.DUPLICATE_ID, holder));
        }
    }

    private void noteClientId(JoinedMember member) {
        String clientId = member.clientId();
        String other = clientIdHolders.putIfAbsent(clientId, member.memberId);
        if (other != null) {
            sharedClientIds.putIfAbsent(clientId, member.memberId);
        }
    }

    private void fallBack(JoinedMember member) {
        if (ids.containsKey(member.memberId)) {
            return;
        }
        String clientId = member.clientId();
        String other = clientId.isEmpty() ? "" : otherWith(clientId, member.memberId);
        if (!clientId.isEmpty() && other.isEmpty()) {
            ids.put(member.memberId, clientId);
            return;
        }
        ids.put(member.memberId, member.memberId);
        if (member.data != null) {
            notices.put(member.memberId, new Notice(other.isEmpty() ? Kind.NO_ID : Kind.SHARED_CLIENT_ID, other));
        }
    }

    /** Another member that has this id in any way, empty for none. */
    private String otherWith(String clientId, String memberId) {
        String holder = holders.getOrDefault(clientId, memberId);
        if (!holder.equals(memberId)) {
            return holder;
        }
        String shared = sharedClientIds.getOrDefault(clientId, "");
        return shared.equals(memberId) ? clientIdHolders.getOrDefault(clientId, "") : shared;
    }

    /** The id under which a member is ranked. */
    String of(String memberId) {
        String id = ids.get(memberId);
        if (id == null) {
            throw new IllegalArgumentException("no member " + memberId + "; allowed: " + ids.keySet());
        }
        return id;
    }

    /** What the member is to be told of it; nothing where all is well. */
    Optional<Notice> notice(String memberId) {
        return Optional.ofNullable(notices.get(memberId));
    }
}
