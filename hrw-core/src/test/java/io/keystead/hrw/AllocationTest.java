package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.hash.KeyHash;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {
    private static final int LOOK_UPS = 100_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<Arguments> placements() {
        List<Arguments> all = new ArrayList<>();
        for (KeyHash hash : List.of(KeyHash.xxh3(0), KeyHash.sipHash24(new byte[16]))) {
            for (int n : hash.name().startsWith("xxh3") ? new int[] {1, 12, 64, 1000} : new int[] {12}) {
                Topology equal = Topology.ofPartitions(n).toBuilder().hash(hash).build();
                Topology unequal = equal.toBuilder()
                        .candidate(Candidate.partition(n).withWeight(2.5))
                        .build();
                Topology slotted = equal.toBuilder().slotBits(10).build();
                Topology based = unequal.toBuilder().base(Base.murmur2(n)).build();
                String of = n + " by " + hash.name();
                all.add(Arguments.of("equal weights, " + of, Placement.of(equal)));
                all.add(Arguments.of("unequal weights, " + of, Placement.of(unequal)));
                all.add(Arguments.of("slots, " + of, Placement.of(slotted)));
                all.add(Arguments.of("base, " + of, Placement.of(based)));
                all.add(Arguments.of("cached, " + of, Placement.of(unequal).cached(1 << 10)));
                all.add(Arguments.of("cached base, " + of, Placement.of(based).cached(1 << 10)));
            }
        }
        return all.stream();
    }

    /** Keys of the lengths at which XXH3 changes its way: 0, 1-3, 4-8, 9-16, 17-128, 129-240 and above. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("placements")
    void a_look_up_allocates_nothing(String name, Placement placement) {
        Seeds.only(1, random -> {
            byte[][] keys = new byte[500][];
            int[] lengths = {0, 3, 8, 16, 16, 16, 100, 200, 300, 1500};
            for (int i = 0; i < keys.length; i++) {
                keys[i] = Inputs.bytes(random, lengths[i % lengths.length]);
            }
            int owners = lookUp(placement, keys);
            // A compiler thread may replace the frame while it is measured, once; an allocation would be in every run.
            long fewest = Long.MAX_VALUE;
            for (int run = 0; run < 3 && fewest > 0; run++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                owners += lookUp(placement, keys);
                fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(fewest)
                    .as("bytes in %d look-ups, sum of owners %d", LOOK_UPS, owners)
                    .isZero();
        });
    }

    private static int lookUp(Placement placement, byte[][] keys) {
        int owners = 0;
        for (int i = 0; i < LOOK_UPS; i++) {
            owners += placement.owner(keys[i % keys.length]);
        }
        return owners;
    }
}
