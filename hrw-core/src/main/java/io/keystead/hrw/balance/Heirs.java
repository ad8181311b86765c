package io.keystead.hrw.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who would own each thing of a {@link SeatContest} if its owner were not there, without running the contest anew for each
 * member.
 *
 * <p>Bounded balance with slack is a stable matching: nowhere is there a <i>blocking pair</i>, a thing that ranks a member
 * higher than its owner while that member has room or holds a thing that it ranks lower. Since both sides go by one order of
 * pairs, there is exactly one stable matching, and it is reached from any other by satisfying blocking pairs in any order: each
 * time the best pair that changes gets better, so it ends. When a member goes, the matching is nearly stable as it is. The
 * member's things look for another, who may turn away a lesser one for it; and as rooms grow, a member that turned things away
 * takes the best of those in, which frees a seat elsewhere. Few things move, and what moves is found without looking at all
 * pairs.
 *
 * <p>Only for slack above 0, where a member's room does not depend on the others' loads, and where every member may take every
 * thing. With t things and n members: O(t n + n^2) time besides the few that move, O(t + n) memory besides one number for
 * each time that a thing was turned away. Used once, by one thread.
 */
final class Heirs {
    private static final int NOBODY = SeatContest.NOBODY;

    private final PairOrder order;
    private final double[] weights;
    private final double slack;
    private final int[] homes;
    /** By member, the things at home there. */
    private final int[][] held;
    /** By member, the things that rank it higher than their home, the best first. */
    private final int[][] waiting;

    private final int[] homeLoads;
    private final int[] homeWorst;

    // What follows is that of the run without one member.
    private int absent = NOBODY;
    private final int[] owners;
    private final int[] loads;
    private final long[] rooms;
    /** By member, the thing that it ranks lowest of those it holds. */
    private final int[] worst;

    private final boolean[] isMoved;
    private final Ints moved = new Ints();
    private final Ints touched = new Ints();
    private final Ints free = new Ints();
    private final Ints vacant = new Ints();

    /** @param homes the owners in {@link SeatContest#run} with this slack */
    Heirs(SeatContest contest, int[] homes, double slack) {
        this.order = new PairOrder(contest);
        this.weights = contest.weights;
        this.slack = slack;
        this.homes = homes;
        this.owners = homes.clone();
        this.isMoved = new boolean[homes.length];
        this.held = held(homes, weights.length);
        this.waiting = waiting();
        this.homeLoads = Arrays.stream(held).mapToInt(things -> things.length).toArray();
        this.loads = homeLoads.clone();
        this.rooms = new long[weights.length];
        this.worst = new int[weights.length];
        for (int member = 0; member < worst.length; member++) {
            worst[member] = worstOf(member);
        }
        this.homeWorst = worst.clone();
    }

    private static int[][] held(int[] homes, int members) {
        List<Ints> byMember = lists(members);
        for (int thing = 0; thing < homes.length; thing++) {
            byMember.get(homes[thing]).add(thing);
        }
        return byMember.stream().map(Ints::toArray).toArray(int[][]::new);
    }

    private static List<Ints> lists(int count) {
        List<Ints> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(new Ints());
        }
        return lists;
    }

    private int[][] waiting() {
        List<Ints> byMember = lists(weights.length);
        for (int thing = 0; thing < homes.length; thing++) {
            order.forEachBefore(thing, homes[thing], byMember::get);
        }
        int[][] sorted = new int[weights.length][];
        for (int member = 0; member < sorted.length; member++) {
            int its = member;
            sorted[member] = Arrays.stream(byMember.get(member).toArray())
                    .boxed()
                    .sorted((thing, other) -> order.compareThings(its, thing, other))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        return sorted;
    }

    /** The heir of each thing. */
    int[] heirs() {
        int[] heirs = new int[homes.length];
        for (int member = 0; member < held.length; member++) {
            if (held[member].length > 0) {
                leave(member);
                settle();
                for (int thing : held[member]) {
                    heirs[thing] = owners[thing];
                }
                comeBack();
            }
        }
        return heirs;
    }

    private void leave(int member) {
        absent = member;
        makeRoom();
        for (int thing : held[member]) {
            owners[thing] = NOBODY;
            move(thing);
            free.add(thing);
        }
        for (int other = 0; other < loads.length; other++) {
            // Rounding may take a seat from a member whose share has not grown.
            while (other != absent && loads[other] > rooms[other]) {
                turnAway(other);
            }
            if (waiting[other].length > 0) {
                vacant.add(other);
            }
        }
    }

    /** The rooms of a run without the absent member, to the bit: see {@link OpenMembers#addShares}. */
    private void makeRoom() {
        double all = 0;
        for (int member = 0; member < weights.length; member++) {
            all += member == absent ? 0 : weights[member];
        }
        double seats = (1 + slack) * homes.length;
        for (int member = 0; member < weights.length; member++) {
            rooms[member] = member == absent ? 0 : (long) Math.ceil(seats * weights[member] / all);
        }
    }

    /** Seats that became free go first to those that wait for them: a thing that looks for a seat may rank lower. */
    private void settle() {
        while (!free.isEmpty() || !vacant.isEmpty()) {
            if (vacant.isEmpty()) {
                seat(free.removeLast());
            } else {
                fill(vacant.removeLast());
            }
        }
    }

    /** The best member that has room for the thing or holds a lesser one takes it. */
    private void seat(int thing) {
        int member = order.best(thing, this::takes);
        if (loads[member] == rooms[member]) {
            turnAway(member);
        }
        owners[thing] = member;
        loads[member]++;
        touch(member);
    }

    private boolean takes(int member, int thing) {
        return member != absent
                && (loads[member] < rooms[member]
                        || (rooms[member] > 0 && order.compareThings(member, thing, worst[member]) < 0));
    }

    private void turnAway(int member) {
        int thing = worst[member];
        owners[thing] = NOBODY;
        loads[member]--;
        move(thing);
        free.add(thing);
        touch(member);
    }

    /** While there is room, the best of those that rank the member higher than their owner come. */
    private void fill(int member) {
        while (member != absent && loads[member] < rooms[member]) {
            int thing = bestWaiting(member);
            if (thing == NOBODY) {
                return;
            }
            int left = owners[thing];
            owners[thing] = member;
            move(thing);
            loads[member]++;
            loads[left]--;
            touch(member);
            touch(left);
            vacant.add(left);
        }
    }

    private int bestWaiting(int member) {
        int best = NOBODY;
        for (int thing : waiting[member]) {
            if (!isMoved[thing]) {
                best = thing;
                break;
            }
        }
        for (int i = 0; i < moved.size(); i++) {
            int thing = moved.get(i);
            boolean comes = owners[thing] != NOBODY
                    && owners[thing] != member
                    && order.compareMembers(thing, member, owners[thing]) < 0;
            if (comes && (best == NOBODY || order.compareThings(member, thing, best) < 0)) {
                best = thing;
            }
        }
        return best;
    }

    private void move(int thing) {
        if (!isMoved[thing]) {
            isMoved[thing] = true;
            moved.add(thing);
        }
    }

    private void touch(int member) {
        worst[member] = worstOf(member);
        touched.add(member);
    }

    private int worstOf(int member) {
        int lowest = NOBODY;
        for (int thing : held[member]) {
            if (owners[thing] == member && (lowest == NOBODY || order.compareThings(member, thing, lowest) > 0)) {
                lowest = thing;
            }
        }
        for (int i = 0; i < moved.size(); i++) {
            int thing = moved.get(i);
            if (owners[thing] == member && (lowest == NOBODY || order.compareThings(member, thing, lowest) > 0)) {
                lowest = thing;
            }
        }
        return lowest;
    }

    /** All as it was with every member. */
    private void comeBack() {
        while (!moved.isEmpty()) {
            int thing = moved.removeLast();
            owners[thing] = homes[thing];
            isMoved[thing] = false;
        }
        touched.add(absent);
        while (!touched.isEmpty()) {
            int member = touched.removeLast();
            loads[member] = homeLoads[member];
            worst[member] = homeWorst[member];
        }
    }
}
