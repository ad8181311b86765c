package io.keystead.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The flow beside trying every assignment. */
class FewestMovesTest {
    @Test
    void theFlowFindsWhatTryingEveryAssignmentFinds() {
        for (long seed = 0; seed < 600; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int members = random.nextInt(1, 5);
            int things = random.nextInt(1, 9);
            int[] seats = random.ints(members, 0, things + 1).toArray();
            int extraSeats = random.nextInt(0, 3);
            int[] owners = random.ints(things, -1, members).toArray();
            BitSet[] may = IntStream.range(0, things)
                    .mapToObj(thing -> BitSet.valueOf(new long[] {random.nextLong(1, 1L << members)}))
                    .toArray(BitSet[]::new);

            FewestMoves flow = new FewestMoves(seats, extraSeats);
            for (int thing = 0; thing < things; thing++) {
                flow.add(1, owners[thing], may[thing].stream().toArray());
            }

            assertThat(flow.solve()).as("seed %d", seed).isEqualTo(tryAll(seats, extraSeats, owners, may));
        }
    }

    private static OptionalInt tryAll(int[] seats, int extraSeats, int[] owners, BitSet[] may) {
        int fewest = tryFrom(0, new int[seats.length], seats, extraSeats, owners, may);
        return fewest == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(fewest);
    }

    private static int tryFrom(int thing, int[] loads, int[] seats, int extraSeats, int[] owners, BitSet[] may) {
        if (thing == owners.length) {
            int extra = 0;
            for (int member = 0; member < seats.length; member++) {
                int over = Math.max(0, loads[member] - seats[member]);
                extra += over > 1 ? Integer.MAX_VALUE / 8 : over;
            }
            return extra > extraSeats ? Integer.MAX_VALUE : 0;
        }
        int fewest = Integer.MAX_VALUE;
        for (int member = may[thing].nextSetBit(0); member >= 0; member = may[thing].nextSetBit(member + 1)) {
            loads[member]++;
            int rest = tryFrom(thing + 1, loads, seats, extraSeats, owners, may);
            loads[member]--;
            if (rest < Integer.MAX_VALUE) {
                fewest = Math.min(fewest, rest + (owners[thing] >= 0 && owners[thing] != member ? 1 : 0));
            }
        }
        return fewest;
    }
}
