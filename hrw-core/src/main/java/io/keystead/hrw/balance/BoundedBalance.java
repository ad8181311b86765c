package io.keystead.hrw.balance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.SeatContest.Group;
import io.keystead.hrw.balance.SeatContest.Seats;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Assigns few things to members by rank, with a bound on what a member may get: protocol {@code hrw-v1}, <i>Bounded
 * balance</i>.
 *
 * <p>Plain HRW balances many keys; twelve partitions on four members would often fall 5/4/2/1. Here every pair (thing,
 * member) is taken in rank order and accepted if the thing is free and the member has room. A member's room is its
 * share of the things times {@code 1 + slack}, rounded up; with slack 0 loads differ by one seat at most. The smaller
 * the slack, the more things besides those of a lost member move when members change. The result depends on the set of
 * things and members alone, never on their order.
 *
 * <p>Where not every member may take every thing, a member's share is summed over the groups of things that the same
 * members may take: in each group its weight relative to that group's members. With one group that is the protocol's
 * formula to the bit.
 *
 * <p>With t things and m members: O(t m) time where few members are full, O(t m^2) at worst, O(t + m) memory besides m
 * for each group of things that the same members may take. Stateless and thread-safe.
 */
public final class BoundedBalance {
    /** The largest slack; far beyond any use. */
    public static final double MAX_SLACK = 1000;

    private BoundedBalance() {}

    /** {@link #assign(KeyHash, Collection, Collection, double, BiPredicate)} where every member may take every thing. */
    public static Assignment assign(
            KeyHash hash, Collection<String> things, Collection<Candidate> members, double slack) {
        return assign(hash, things, members, slack, (thing, member) -> true);
    }

    /**
     * Assigns every thing to one member.
     *
     * @param hash the hash of things and member ids
     * @param things their names, for example {@code orders-3}; none is fine, one named twice counts once
     * @param members at least one active one, distinct in id; the others get nothing
     * @param slack 0 to {@value #MAX_SLACK}; 0.25 lets a member take a quarter more than its share
     * @param mayTake whether a member (second, its id) may take a thing (first)
     * @throws IllegalArgumentException if no member is active, an id stands twice, the slack is out of range, a name is
     *     not well-formed Unicode, or a thing has no member that may take it
     */
    public static Assignment assign(
            KeyHash hash,
            Collection<String> things,
            Collection<Candidate> members,
            double slack,
            BiPredicate<String, String> mayTake) {
        SeatContest.checkSlack(slack);
        NavigableSet<String> sorted = new TreeSet<>(Utf8.ORDER);
        sorted.addAll(things);
        List<String> names = List.copyOf(sorted);
        List<Candidate> active = sortedActive(members);
        long[] hashes =
                names.stream().mapToLong(thing -> hash.hash(Utf8.encode(thing))).toArray();
        Map<BitSet, Integer> groups = new HashMap<>();
        int[] groupOf = new int[hashes.length];
        for (int thing = 0; thing < groupOf.length; thing++) {
            BitSet some = membersFor(names.get(thing), active, mayTake);
            groupOf[thing] = groups.computeIfAbsent(some, unseen -> groups.size());
        }
        Seats seats = new SeatContest(hash, hashes, active, groupOf, Group.of(groups, groupOf)).run(slack);
        return named(seats, names, active);
    }

    static List<Candidate> sortedActive(Collection<Candidate> members) {
        TreeMap<String, Candidate> byId = new TreeMap<>(Utf8.ORDER);
        for (Candidate member : members) {
            if (byId.put(member.id(), member) != null) {
                throw new IllegalArgumentException(
                        "the member id \"" + member.id() + "\" stands twice; allowed: distinct ids");
            }
        }
        byId.values().removeIf(member -> !member.isActive());
        if (byId.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of the " + members.size() + " members is active; allowed: at least one");
        }
        return List.copyOf(byId.values());
    }

    private static BitSet membersFor(String thing, List<Candidate> members, BiPredicate<String, String> mayTake) {
        BitSet some = new BitSet(members.size());
        for (int member = 0; member < members.size(); member++) {
            some.set(member, mayTake.test(thing, members.get(member).id()));
        }
        if (some.isEmpty()) {
            throw new IllegalArgumentException(
                    "no member may take \"" + thing + "\"; allowed: at least one member for each thing");
        }
        return some;
    }

    private static Assignment named(Seats seats, List<String> things, List<Candidate> members) {
        SortedMap<String, String> owners = new TreeMap<>(Utf8.ORDER);
        NavigableSet<String> overfull = new TreeSet<>(Utf8.ORDER);
        for (int thing = 0; thing < things.size(); thing++) {
            owners.put(things.get(thing), members.get(seats.members[thing]).id());
            if (seats.overfull.get(thing)) {
                overfull.add(things.get(thing));
            }
        }
        return new Assignment(owners, overfull);
    }
}
