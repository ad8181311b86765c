package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FewestMovesTest {
    @Test
    void itIsWhatTryingEverythingFinds() {
        for (long seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int things = random.nextInt(1, 9);
            int members = random.nextInt(1, 5);
            boolean[][] mayTake = new boolean[things][members];
            int[] before = new int[things];
            int[] after = new int[things];
            for (int thing = 0; thing < things; thing++) {
                before[thing] = random.nextInt(-2, members);
                after[thing] = random.nextInt(members);
                for (int member = 0; member < members; member++) {
                    mayTake[thing][member] = member == after[thing] || random.nextInt(3) > 0;
                }
            }

            assertThat(FewestMoves.of(before, after, mayTake, members))
                    .as("seed %d", seed)
                    .isEqualTo(tryEverything(before, after, mayTake, members));
        }
    }

    private static int tryEverything(int[] before, int[] after, boolean[][] mayTake, int members) {
        int best = Integer.MAX_VALUE;
        int[] loads = loads(after, members);
        int all = (int) Math.pow(members, after.length);
        for (int code = 0; code < all; code++) {
            int[] tried = new int[after.length];
            boolean allowed = true;
            for (int thing = 0, rest = code; thing < tried.length; thing++, rest /= members) {
                tried[thing] = rest % members;
                allowed &= mayTake[thing][tried[thing]];
            }
            if (allowed && Arrays.equals(loads, loads(tried, members))) {
                best = Math.min(best, FewestMoves.moves(before, tried));
            }
        }
        return best;
    }

    private static int[] loads(int[] owners, int members) {
        int[] loads = new int[members];
        Arrays.stream(owners).forEach(owner -> loads[owner]++);
        return loads;
    }
}
