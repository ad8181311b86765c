package io.keystead.hrw.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.SeatContest.Group;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeirsTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    private static final double[] SLACKS = {1e-9, 0.01, 0.1, 0.25, 1, 1000};
    private static final double[] WEIGHTS = {1, 1, 1, 2, 3, 1e-6, 1e6};

    @Test
    void theHeirIsTheOwnerInTheContestWithoutTheOwner() {
        for (long seed = 1; seed <= 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int kinds = random.nextInt(1, WEIGHTS.length + 1);
            List<Candidate> members = new ArrayList<>();
            for (int member = random.nextInt(1, 25); member >= 0; member--) {
                members.add(Candidate.of("m" + member).withWeight(WEIGHTS[random.nextInt(kinds)]));
            }
            long[] things = random.longs(random.nextInt(150)).toArray();
            // Now and then several things are one to the hash, so that pairs tie.
            for (int i = 1; i < things.length && seed % 5 == 0; i += 3) {
                things[i] = things[i - 1];
            }
            double slack = SLACKS[random.nextInt(SLACKS.length)];
            SeatContest contest = contest(things, members);
            int[] homes = contest.run(slack).members;

            int[] heirs = new Heirs(contest, homes, slack).heirs();

            assertThat(heirs).as("seed %d", seed).isEqualTo(byRunningAgain(contest, homes, slack));
        }
    }

    private static int[] byRunningAgain(SeatContest contest, int[] homes, double slack) {
        int[] heirs = new int[homes.length];
        IntStream.of(homes).distinct().forEach(absent -> {
            int[] owners = contest.runWithout(absent, slack).members;
            for (int thing = 0; thing < homes.length; thing++) {
                heirs[thing] = homes[thing] == absent ? owners[thing] : heirs[thing];
            }
        });
        return heirs;
    }

    private static SeatContest contest(long[] things, List<Candidate> members) {
        Group all = new Group(things.length, IntStream.range(0, members.size()).toArray());
        return new SeatContest(HASH, things, members, new int[things.length], List.of(all));
    }
}
