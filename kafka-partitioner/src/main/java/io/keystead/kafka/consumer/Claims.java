package io.keystead.kafka.consumer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that members say they still have, and who may therefore be given one in this round.
 *
 * <p>A partition goes to a new owner only when no other member claims it, whatever the claim is worth: the client refuses
 * an assignment that does otherwise. A member keeps one that it alone claims. Where several claim one, only the member
 * that got it last, by a generation that is strictly the newest and known of all, keeps it; the others have stale claims.
 * Who is not given a partition that it claims gives it up and joins again, and then it is free.
 */
final class Claims {
    private final Map<TopicPartition, List<JoinedMember>> claimants = new HashMap<>();

    Claims(Collection<JoinedMember> members) {
        for (JoinedMember member : members) {
            for (TopicPartition partition : member.claims) {
                claimants
                        .computeIfAbsent(partition, unseen -> new ArrayList<>(1))
                        .add(member);
            }
        }
    }

    /** Whether the member may have the partition after this round. */
    boolean allow(TopicPartition partition, JoinedMember member) {
        List<JoinedMember> all = claimants.getOrDefault(partition, List.of());
        return all.isEmpty()
                || (all.contains(member) && all.stream().allMatch(other -> other == member || isNewer(member, other)));
    }

    private static boolean isNewer(JoinedMember member, JoinedMember other) {
        return other.generation() != MemberData.NO_GENERATION && member.generation() > other.generation();
    }
}
