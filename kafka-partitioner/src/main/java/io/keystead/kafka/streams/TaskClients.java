package io.keystead.kafka.streams;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.Constraint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances of a Streams application as candidates for its tasks: under which id each is ranked, how much it weighs,
 * and what tells it from the others. Immutable.
 */
final class TaskClients {
    /** The client tag under which an instance gives itself a name that outlives its state directory. */
    static final String MEMBER_ID_TAG = "keystead.member.id";

    /** The label of {@code client.rack}; as a tag of that name it would be the user's own. */
    static final String RACK_LABEL = "client.rack";

    private static final Logger LOG = LoggerFactory.getLogger(HrwTaskAssignor.class);

    private final Map<String, KafkaStreamsState> byId = new LinkedHashMap<>();
    private final List<Candidate> candidates = new ArrayList<>();

    /** @param states at least one */
    TaskClients(Collection<KafkaStreamsState> states) {
        // In one order on every leader, so that of two instances with one name always the same one keeps it.
        List<KafkaStreamsState> sorted = states.stream()
                .sorted(Comparator.comparing(KafkaStreamsState::processId))
                .collect(Collectors.toList());
        boolean idle = sorted.stream().allMatch(state -> state.numProcessingThreads() < 1);
        if (idle) {
            LOG.error("No instance has a processing thread; tasks are assigned as if each had one");
        }
        Set<String> processIds =
                sorted.stream().map(state -> state.processId().toString()).collect(Collectors.toSet());
        for (KafkaStreamsState state : sorted) {
            String id = idOf(state, processIds);
            byId.put(id, state);
            candidates.add(candidate(id, state, idle ? 1 : state.numProcessingThreads()));
        }
    }

    private String idOf(KafkaStreamsState state, Set<String> processIds) {
        String processId = state.processId().toString();
        String name = state.clientTags().getOrDefault(MEMBER_ID_TAG, "").strip();
        if (name.isEmpty()) {
            return processId;
        }
        if (byId.containsKey(name) || processIds.contains(name)) {
            LOG.error(
                    "client.tag.{}={} is the name of two instances; {} is ranked by its process id and keeps its tasks only as"
                            + " long as its state directory. Allowed: a name of its own for each instance",
                    MEMBER_ID_TAG,
                    name,
                    processId);
            return processId;
        }
        return name;
    }

    private static Candidate candidate(String id, KafkaStreamsState state, int threads) {
        Candidate candidate = Candidate.of(id);
        for (Map.Entry<String, String> tag : state.clientTags().entrySet()) {
            candidate = candidate.withLabel(tag.getKey(), tag.getValue());
        }
        if (state.rackId().isPresent()) {
            candidate = candidate.withLabel(RACK_LABEL, state.rackId().get());
        }
        return threads < 1 ? candidate.withState(CandidateState.DRAINING) : candidate.withWeight(threads);
    }

    /** All instances; one without a processing thread does not contend. */
    List<Candidate> candidates() {
        return candidates;
    }

    /** The instance that is ranked under an id. */
    KafkaStreamsState state(String id) {
        KafkaStreamsState state = byId.get(id);
        if (state == null) {
            throw new IllegalArgumentException("no instance is ranked as \"" + id + "\"; allowed: " + byId.keySet());
        }
        return state;
    }

    /** All instances, by process id. */
    Collection<KafkaStreamsState> states() {
        return byId.values();
    }

    /**
     * The instance that is to ask for the next look: the leader's own, since the time is told by its clock, or else the
     * first.
     *
     * @param clientId of the leader's consumer, with which its member id begins unless membership is static
     */
    ProcessId leader(String clientId) {
        return byId.values().stream()
                .filter(state -> state.consumerClientIds().stream().anyMatch(id -> id.startsWith(clientId + "-")))
                .findFirst()
                .orElse(byId.values().iterator().next())
                .processId();
    }

    /**
     * What a task's replicas must satisfy: the tags as listed, then the rack.
     *
     * <p>The rack is given up first: tags are listed for this purpose and in the order of importance, while {@code client.rack}
     * is often there for another one, to fetch from the nearest broker. It does not bind where all are in one.
     */
    List<Constraint> constraints(List<String> tags) {
        Set<String> labels = new LinkedHashSet<>(tags);
        Set<String> racks = new HashSet<>();
        byId.values().forEach(state -> racks.add(state.rackId().orElse("")));
        if (racks.size() > 1) {
            labels.add(RACK_LABEL);
        }
        return labels.stream().map(Constraint::distinct).collect(Collectors.toUnmodifiableList());
    }
}
