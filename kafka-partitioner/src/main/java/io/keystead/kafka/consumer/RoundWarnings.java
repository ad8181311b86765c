package io.keystead.kafka.consumer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is wrong with a group and does not stop it, each in one line for the leader's log. */
final class RoundWarnings {
    private static final int MAX_SHOWN = 5;

    private final Collection<JoinedMember> members;
    private final RankedIds ids;

    RoundWarnings(Collection<JoinedMember> members, RankedIds ids) {
        this.members = members;
        this.ids = ids;
    }

    /**
     * All of them.
     *
     * @param unknownTopics subscribed to and not in the leader's metadata
     * @param slack the leader's
     * @param colocate the leader's
     */
    List<String> of(Set<String> unknownTopics, double slack, boolean colocate) {
        List<String> warnings = new ArrayList<>();
        members.forEach(member -> unreadable(member).ifPresent(warnings::add));
        if (!unknownTopics.isEmpty()) {
            warnings.add(
                    "topics " + shown(unknownTopics) + " are subscribed to and not in the leader's metadata: nobody"
                            + " is assigned them until they are");
        }
        disagreement(AssignorConfig.SLACK, slack, data -> data.slack).ifPresent(warnings::add);
        disagreement(AssignorConfig.COLOCATE, colocate, data -> data.colocate).ifPresent(warnings::add);
        return warnings;
    }

    private Optional<String> unreadable(JoinedMember member) {
        return member.data != null
                ? Optional.empty()
                : Optional.of("user data of member " + member.memberId + " cannot be read (" + member.unreadable
                        + "), so it counts with weight 1 and under the id " + ids.of(member.memberId)
                        + "; allowed: what this assignor writes, version 1");
    }

    private Optional<String> disagreement(String property, Object leaders, Function<MemberData, Object> setting) {
        Map<String, List<String>> byValue = new TreeMap<>();
        for (JoinedMember member : members) {
            if (member.data != null) {
                byValue.computeIfAbsent(String.valueOf(setting.apply(member.data)), unseen -> new ArrayList<>())
                        .add(ids.of(member.memberId));
            }
        }
        if (byValue.size() < 2) {
            return Optional.empty();
        }
        String values = byValue.entrySet().stream()
                .map(value -> value.getKey() + " on " + shown(value.getValue()))
                .collect(Collectors.joining("; "));
        return Optional.of("the members disagree on " + property + ": " + values + "; this round is by the leader's, "
                + leaders + "; set the same on all");
    }

    /** A group of a thousand does not need a line of a thousand names. */
    private static String shown(Collection<String> names) {
        int more = names.size() - MAX_SHOWN;
        return names.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
