package io.keystead.hrw.balance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.KeyHash;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Bounded balance over numbered things and members: who contends, fixed once, and run as often as one likes.
 *
 * <p>Each thing's best open pair waits in a heap of things. A pair whose member has filled up meanwhile gives way to the
 * thing's next one among the members still open; since full members stay full, that is the order of all pairs without
 * sorting them. Things that the same members may take form a {@link Group} and share its list of open members, which
 * gets shorter as members fill: the look for a thing's next pair costs less the more members are full.
 *
 * <p>Numbers are ranks in byte order: of two pairs that tie, the one with the smaller thing and then the smaller member
 * is first. Immutable and thread-safe; a run keeps its state to itself.
 */
final class SeatContest {
    /** No member: the thing's only members are left out of a run. */
    static final int NOBODY = -1;

    /** Things that the same members may take: their number, and those members in ascending order. */
    static final class Group {
        final int things;
        final int[] members;

        Group(int things, int[] members) {
            this.things = things;
            this.members = members;
        }

        /**
         * Groups told apart by their members.
         *
         * @param numbers the number of each, from 0 in the order in which their first things stand: the order in which a
         *     member's shares are summed
         * @param groupOf the group of each thing
         */
        static List<Group> of(Map<BitSet, Integer> numbers, int[] groupOf) {
            int[] things = new int[numbers.size()];
            for (int group : groupOf) {
                things[group]++;
            }
            Group[] groups = new Group[things.length];
            numbers.forEach((members, number) ->
                    groups[number] = new Group(things[number], members.stream().toArray()));
            return List.of(groups);
        }
    }

    /** Which member each thing went to, and which things found all of theirs full. */
    static final class Seats {
        final int[] members;
        final BitSet overfull;

        Seats(int[] members, BitSet overfull) {
            this.members = members;
            this.overfull = overfull;
        }
    }

    final long[] thingHashes;
    final long[] nodeHashes;
    final double[] weights;
    final int[] groupOf;
    final List<Group> groups;

    /**
     * @param thingHashes by thing, in the byte order of their names
     * @param members in the byte order of their ids
     * @param groupOf the group of each thing
     * @param groups none without members
     */
    SeatContest(KeyHash hash, long[] thingHashes, List<Candidate> members, int[] groupOf, List<Group> groups) {
        this.thingHashes = thingHashes;
        this.nodeHashes =
                members.stream().mapToLong(member -> member.nodeHash(hash)).toArray();
        this.weights = members.stream().mapToDouble(Candidate::weight).toArray();
        this.groupOf = groupOf;
        this.groups = groups;
    }

    /**
     * Whether the members of a run differ in weight.
     *
     * @param absent the member that is left out, or {@link #NOBODY}
     */
    boolean isWeightedWithout(int absent) {
        return IntStream.range(0, weights.length)
                        .filter(member -> member != absent)
                        .mapToDouble(member -> weights[member])
                        .distinct()
                        .count()
                > 1;
    }

    /** Assigns every thing among all members. */
    Seats run(double slack) {
        return runWithout(NOBODY, slack);
    }

    /**
     * Assigns every thing as if one member were not there.
     *
     * @param absent the member, or {@link #NOBODY}
     * @return where a thing's only member is absent, {@link #NOBODY} for its member
     */
    Seats runWithout(int absent, double slack) {
        return new SeatRun(this, absent, slack).seats();
    }

    static void checkSlack(double slack) {
        // Written so that NaN fails too.
        if (!(slack >= 0 && slack <= BoundedBalance.MAX_SLACK)) {
            throw new IllegalArgumentException("the slack " + slack + " is out of range; allowed: 0 to 1000");
        }
    }
}
