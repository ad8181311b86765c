package io.keystead.hrw.balance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

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
 * <p>With t things and m members: O(t m) time where few members are full, O(t m^2) at worst, O(t + m) memory besides a
 * bit for each pair. Stateless and thread-safe.
 */
public final class BoundedBalance {
    /** The largest slack; far beyond any use. */
    public static final double MAX_SLACK = 1000;

    private static final Comparator<Pair> RANK_ORDER = Comparator.<Pair>comparingDouble(pair -> pair.time)
            .thenComparing((a, b) -> Long.compareUnsigned(b.score, a.score))
            .thenComparingInt(pair -> pair.thing)
            .thenComparingInt(pair -> pair.member);

    private final List<String> things;
    private final long[] thingHashes;
    private final List<Candidate> members;
    private final long[] nodeHashes;
    private final boolean weighted;
    private final List<BitSet> eligible;
    private final long[] rooms;
    private final long[] loads;
    private long extraSeats;

    private BoundedBalance(
            KeyHash hash, NavigableSet<String> things, List<Candidate> members, BiPredicate<String, String> mayTake) {
        this.things = List.copyOf(things);
        this.thingHashes = this.things.stream()
                .mapToLong(thing -> hash.hash(Utf8.encode(thing)))
                .toArray();
        this.members = members;
        this.nodeHashes =
                members.stream().mapToLong(member -> member.nodeHash(hash)).toArray();
        this.weighted =
                members.stream().mapToDouble(Candidate::weight).distinct().count() > 1;
        this.eligible = new ArrayList<>();
        for (String thing : this.things) {
            eligible.add(membersFor(thing, mayTake));
        }
        this.rooms = new long[members.size()];
        this.loads = new long[members.size()];
    }

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
        // Written so that NaN fails too.
        if (!(slack >= 0 && slack <= MAX_SLACK)) {
            throw new IllegalArgumentException("the slack " + slack + " is out of range; allowed: 0 to 1000");
        }
        NavigableSet<String> sorted = new TreeSet<>(Utf8.ORDER);
        sorted.addAll(things);
        BoundedBalance balance = new BoundedBalance(hash, sorted, sortedActive(members), mayTake);
        balance.makeRoom(slack);
        return balance.run();
    }

    private static List<Candidate> sortedActive(Collection<Candidate> members) {
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

    private BitSet membersFor(String thing, BiPredicate<String, String> mayTake) {
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

    private void makeRoom(double slack) {
        Map<BitSet, Integer> groups = new LinkedHashMap<>();
        eligible.forEach(some -> groups.merge(some, 1, Integer::sum));
        double[] shares = new double[members.size()];
        groups.forEach((some, count) -> {
            double allWeights = sum(some);
            some.stream().forEach(member -> shares[member] += (1 + slack) * count * weight(member) / allWeights);
        });
        extraSeats = things.size();
        for (int member = 0; member < shares.length; member++) {
            rooms[member] = (long) (slack > 0 ? Math.ceil(shares[member]) : Math.floor(shares[member]));
            extraSeats -= rooms[member];
        }
        if (slack > 0) {
            extraSeats = 0;
        }
    }

    /** In the order of the ids, one by one: DoubleStream.sum() compensates, and would differ in the last bit. */
    private double sum(BitSet some) {
        double sum = 0;
        for (int member = some.nextSetBit(0); member >= 0; member = some.nextSetBit(member + 1)) {
            sum += weight(member);
        }
        return sum;
    }

    private double weight(int member) {
        return members.get(member).weight();
    }

    /**
     * Each thing's best open pair waits in a heap. A pair whose member has filled up meanwhile gives way to the thing's
     * next one; since full members stay full, that is the order of all pairs without sorting them.
     */
    private Assignment run() {
        SortedMap<String, String> owners = new TreeMap<>(Utf8.ORDER);
        List<Integer> left = new ArrayList<>();
        PriorityQueue<Pair> open = new PriorityQueue<>(RANK_ORDER);
        for (int thing = 0; thing < things.size(); thing++) {
            advance(thing, open, left);
        }
        for (Pair pair = open.poll(); pair != null; pair = open.poll()) {
            if (takeSeat(pair.member)) {
                owners.put(things.get(pair.thing), members.get(pair.member).id());
            } else {
                advance(pair.thing, open, left);
            }
        }
        NavigableSet<String> overfull = new TreeSet<>(Utf8.ORDER);
        left.sort(Comparator.naturalOrder());
        for (int thing : left) {
            int member = leastLoaded(thing);
            loads[member]++;
            owners.put(things.get(thing), members.get(member).id());
            overfull.add(things.get(thing));
        }
        return new Assignment(owners, overfull);
    }

    private void advance(int thing, PriorityQueue<Pair> open, List<Integer> left) {
        @Nullable Pair best = null;
        BitSet some = eligible.get(thing);
        for (int member = some.nextSetBit(0); member >= 0; member = some.nextSetBit(member + 1)) {
            if (hasRoom(member)) {
                Pair pair = pair(thing, member);
                best = best == null || RANK_ORDER.compare(pair, best) < 0 ? pair : best;
            }
        }
        if (best == null) {
            left.add(thing);
        } else {
            open.add(best);
        }
    }

    private boolean hasRoom(int member) {
        return loads[member] < rooms[member] || (loads[member] == rooms[member] && extraSeats > 0);
    }

    private boolean takeSeat(int member) {
        if (!hasRoom(member)) {
            return false;
        }
        if (loads[member] == rooms[member]) {
            extraSeats--;
        }
        loads[member]++;
        return true;
    }

    /** The eligible member with the smallest load relative to its room; the better-ranked one of two alike. */
    private int leastLoaded(int thing) {
        return eligible.get(thing).stream()
                .mapToObj(member -> pair(thing, member))
                .min(Comparator.<Pair>comparingDouble(pair -> relativeLoad(pair.member))
                        .thenComparing(RANK_ORDER))
                .orElseThrow()
                .member;
    }

    /** A member without load has the smallest there is, also where its room is 0 and the quotient would be no number. */
    private double relativeLoad(int member) {
        return loads[member] == 0 ? 0 : (double) loads[member] / rooms[member];
    }

    private Pair pair(int thing, int member) {
        long score = Score.of(thingHashes[thing], nodeHashes[member]);
        return new Pair(thing, member, score, weighted ? Score.time(score, weight(member)) : 0);
    }

    private static final class Pair {
        final int thing;
        final int member;
        final long score;
        final double time;

        Pair(int thing, int member, long score, double time) {
            this.thing = thing;
            this.member = member;
            this.score = score;
            this.time = time;
        }
    }
}
