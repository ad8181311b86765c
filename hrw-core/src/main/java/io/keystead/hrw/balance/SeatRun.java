package io.keystead.hrw.balance;

import java.util.Arrays;
import java.util.BitSet;

/** One run of a {@link SeatContest}. Used once, by one thread. */
final class SeatRun {
    private final SeatContest contest;
    private final boolean weighted;
    private final OpenMembers[] open;
    private final long[] rooms;
    private final long[] loads;
    private long extraSeats;
    private final int[] seats;
    private final BitSet left = new BitSet();
    private final PairHeap heap;

    SeatRun(SeatContest contest, int absent, double slack) {
        this.contest = contest;
        this.weighted = contest.isWeightedWithout(absent);
        this.open = contest.groups.stream()
                .map(group -> new OpenMembers(contest, group.members, absent, weighted))
                .toArray(OpenMembers[]::new);
        this.rooms = new long[contest.weights.length];
        this.loads = new long[rooms.length];
        this.seats = new int[contest.thingHashes.length];
        Arrays.fill(seats, SeatContest.NOBODY);
        this.heap = new PairHeap(seats.length);
        makeRoom(slack);
    }

    private void makeRoom(double slack) {
        double[] shares = new double[rooms.length];
        long things = 0;
        for (int group = 0; group < open.length; group++) {
            int count = contest.groups.get(group).things;
            open[group].addShares((1 + slack) * count, shares);
            things += open[group].isEmpty() ? 0 : count;
        }
        long seated = 0;
        for (int member = 0; member < shares.length; member++) {
            rooms[member] = (long) (slack > 0 ? Math.ceil(shares[member]) : Math.floor(shares[member]));
            seated += rooms[member];
        }
        extraSeats = slack > 0 ? 0 : things - seated;
        for (int member = 0; member < rooms.length; member++) {
            closeIfFull(member);
        }
    }

    SeatContest.Seats seats() {
        for (int thing = 0; thing < seats.length; thing++) {
            advance(thing);
        }
        heap.heapify();
        while (!heap.isEmpty()) {
            int thing = heap.thing();
            int member = heap.member();
            heap.remove();
            if (hasRoom(member)) {
                take(thing, member);
            } else if (advance(thing)) {
                heap.siftLast();
            }
        }
        BitSet overfull = new BitSet();
        for (int thing = left.nextSetBit(0); thing >= 0; thing = left.nextSetBit(thing + 1)) {
            int member = open[contest.groupOf[thing]].leastLoaded(contest.thingHashes[thing], loads, rooms);
            if (member != SeatContest.NOBODY) {
                seats[thing] = member;
                loads[member]++;
                overfull.set(thing);
            }
        }
        return new SeatContest.Seats(seats, overfull);
    }

    /** Puts the thing's best open pair last in the heap; false, and it is left for later, if it has none. */
    private boolean advance(int thing) {
        OpenMembers members = open[contest.groupOf[thing]];
        if (members.findBest(contest.thingHashes[thing])) {
            heap.addLast(thing, members.best(), members.bestTime(), members.bestScore());
            return true;
        }
        left.set(thing);
        return false;
    }

    private boolean hasRoom(int member) {
        return loads[member] < rooms[member] || (loads[member] == rooms[member] && extraSeats > 0);
    }

    private void take(int thing, int member) {
        seats[thing] = member;
        if (loads[member] == rooms[member]) {
            extraSeats--;
            if (extraSeats == 0) {
                for (int other = 0; other < rooms.length; other++) {
                    closeIfFull(other);
                }
            }
        }
        loads[member]++;
        closeIfFull(member);
    }

    private void closeIfFull(int member) {
        if (!hasRoom(member)) {
            for (OpenMembers group : open) {
                group.close(member);
            }
        }
    }
}
