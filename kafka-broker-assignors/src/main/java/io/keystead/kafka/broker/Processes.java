package io.keystead.kafka.broker;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignmentMetadata;

/**
 * The processes of a Streams group as candidates for its tasks, and the members of each, which are its threads: under which
 * id a process is ranked, how much it weighs, and what tells it from the others. Immutable.
 */
final class Processes {
    /** The client tag under which a process gives itself a name that outlives its state directory. */
    static final String MEMBER_ID_TAG = "keystead.member.id";

    /** The client tag under which a process says how much it takes. Streams allows a tag's name no more than 20 characters. */
    static final String WEIGHT_TAG = "keystead.weight";

    /** The label of {@code client.rack}. */
    private static final String RACK_LABEL = "client.rack";

    private final Map<String, List<String>> membersOf = new HashMap<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Constraint> constraints;

    /** The processes of a group, which may be none. */
    Processes(GroupSpec group) {
        Map<String, List<String>> members = new HashMap<>();
        membersInOrder(group)
                .forEach(member -> members.computeIfAbsent(
                                group.memberMetadata(member).processId(), unseen -> new ArrayList<>())
                        .add(member));
        List<String> tags = group.configs().rackAwareAssignmentTags();
        Set<Optional<String>> racks = new HashSet<>();
        StableIds.of(members.keySet(), process -> name(group, first(members, process)))
                .forEach((id, process) -> {
                    MemberAssignmentMetadata its = group.memberMetadata(first(members, process));
                    racks.add(its.rackId());
                    membersOf.put(id, members.getOrDefault(process, List.of()));
                    candidates.add(candidate(id, its, tags));
                });
        this.constraints = constraints(tags, racks.size() > 1);
    }

    /** In an order that a restart leaves as it is where threads have instance ids. */
    private static List<String> membersInOrder(GroupSpec group) {
        List<String> members = new ArrayList<>(group.memberIds());
        members.sort(Comparator.comparing(
                        (String member) ->
                                group.memberMetadata(member).instanceId().orElse(member),
                        Utf8.ORDER)
                .thenComparing(member -> member, Utf8.ORDER));
        return members;
    }

    private static String first(Map<String, List<String>> members, String process) {
        return members.getOrDefault(process, List.of()).get(0);
    }

    private static Optional<String> name(GroupSpec group, String member) {
        return Optional.ofNullable(group.memberMetadata(member).clientTags().get(MEMBER_ID_TAG))
                .map(String::strip)
                .filter(name -> !name.isEmpty());
    }

    private static Candidate candidate(String id, MemberAssignmentMetadata its, List<String> tags) {
        Candidate candidate = Candidate.of(id).withWeight(weight(its));
        for (String tag : tags) {
            String value = its.clientTags().get(tag);
            candidate = value == null ? candidate : candidate.withLabel(tag, value);
        }
        return its.rackId().isPresent()
                ? candidate.withLabel(RACK_LABEL, its.rackId().get())
                : candidate;
    }

    /**
     * What its tag says, else 1, whatever the number of its members: they come and go one by one, and a process that dies
     * bit by bit would move tasks between all others meanwhile, away from their standbys. A tag that is no weight counts as
     * none: as an error it would stop the whole group for one process.
     */
    private static double weight(MemberAssignmentMetadata its) {
        try {
            double weight = Double.parseDouble(its.clientTags().getOrDefault(WEIGHT_TAG, "1"));
            return weight >= Candidate.MIN_WEIGHT && weight <= Candidate.MAX_WEIGHT ? weight : 1;
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /**
     * The tags as listed, then the rack, which is given up first: tags are listed for this purpose, while {@code client.rack}
     * is often there to fetch from the nearest broker. It does not bind where all are in one.
     */
    private static List<Constraint> constraints(List<String> tags, boolean severalRacks) {
        Set<String> labels = new LinkedHashSet<>(tags);
        if (severalRacks) {
            labels.add(RACK_LABEL);
        }
        return labels.stream().map(Constraint::distinct).toList();
    }

    /** Each with its weight and its labels. */
    Collection<Candidate> candidates() {
        return candidates;
    }

    /** What a task's home and standbys must satisfy together, the last given up first. */
    List<Constraint> constraints() {
        return constraints;
    }

    /** The members of a process, at least one. */
    List<String> threads(String id) {
        return membersOf.getOrDefault(id, List.of());
    }
}
