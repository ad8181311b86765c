package io.keystead.hrw.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.SeatContest.Group;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeatContestTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);

    @Test
    void aRunWithoutAMemberIsTheRunOfAContestThatNeverHadIt() {
        for (long seed = 1; seed <= 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Candidate> members = new ArrayList<>();
            int count = 2 + random.nextInt(6);
            for (int member = 0; member < count; member++) {
                // Often all but one weigh the same, so that who is absent decides whether weights count.
                members.add(Candidate.of("m" + member).withWeight(random.nextInt(4) == 0 ? 2 : 1));
            }
            long[] things = random.longs(random.nextInt(40)).toArray();
            int absent = random.nextInt(count);
            double slack = random.nextBoolean() ? 0 : 0.25;
            List<Candidate> rest = new ArrayList<>(members);
            rest.remove(absent);

            int[] without = contest(things, members).runWithout(absent, slack).members;

            int[] never = contest(things, rest).run(slack).members;
            assertThat(IntStream.of(without).mapToObj(members::get).toList())
                    .as("seed %d", seed)
                    .isEqualTo(IntStream.of(never).mapToObj(rest::get).toList());
        }
    }

    @Test
    void aThingWhoseOnlyMemberIsAbsentHasNobodyAndTakesNoSeat() {
        List<Candidate> members = List.of(Candidate.of("a"), Candidate.of("b"), Candidate.of("c"));
        SeatContest contest = new SeatContest(
                HASH,
                new long[] {1, 2, 3, 4, 5},
                members,
                new int[] {0, 1, 1, 1, 1},
                List.of(new Group(1, new int[] {0}), new Group(4, new int[] {0, 1, 2})));

        int[] seats = contest.runWithout(0, 0).members;

        assertThat(seats[0]).isEqualTo(SeatContest.NOBODY);
        assertThat(IntStream.of(seats).filter(member -> member == 1).count()).isEqualTo(2);
        assertThat(IntStream.of(seats).filter(member -> member == 2).count()).isEqualTo(2);
    }

    private static SeatContest contest(long[] things, List<Candidate> members) {
        BitSet all = new BitSet();
        all.set(0, members.size());
        int[] groupOf = new int[things.length];
        return new SeatContest(HASH, things, members, groupOf, Group.of(Map.of(all, 0), groupOf));
    }
}
