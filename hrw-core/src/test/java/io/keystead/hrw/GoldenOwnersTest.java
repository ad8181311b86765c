package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One number over the owners of a million keys: if it changes, keys that are stored somewhere are looked for elsewhere.
 *
 * <p>Whatever makes this test fail is a new protocol version, never a new number here.
 */
class GoldenOwnersTest {
    static Stream<Arguments> placements() {
        Topology twelve = Topology.ofPartitions(12);
        Topology weighted = Topology.builder()
                .candidate(Candidate.of("A"))
                .candidate(Candidate.of("B").withWeight(2))
                .candidate(Candidate.of("C").withWeight(7))
                .candidate(Candidate.of("D").withWeight(0.25))
                .build();
        Topology secret =
                twelve.toBuilder().hash(KeyHash.sipHash24(new byte[16])).build();
        return Stream.of(
                Arguments.of("12 equal", twelve, "deb7b84eb46e1d19"),
                Arguments.of("12 equal by siphash-2-4", secret, "eee84d4e37017988"),
                Arguments.of("100 equal", Topology.ofPartitions(100), "2a3597305162669f"),
                Arguments.of("4 unequal", weighted, "2230465ad312c91f"),
                Arguments.of(
                        "12 equal, 2^16 slots", twelve.toBuilder().slotBits(16).build(), "2c5d6a6650e90f34"),
                Arguments.of(
                        "4 unequal, 2^10 slots",
                        weighted.toBuilder().slotBits(10).build(),
                        "4240f7da8ec17e4"),
                Arguments.of(
                        "12 on murmur2/8",
                        twelve.toBuilder().base(Base.murmur2(8)).build(),
                        "f3cddcb1ff49580d"),
                Arguments.of(
                        "12 and one of weight 3, on murmur2/16",
                        twelve.toBuilder()
                                .candidate(Candidate.partition(16).withWeight(3))
                                .base(Base.murmur2(16))
                                .build(),
                        "79b86a9baaedfb50"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("placements")
    void a_million_keys_are_where_they_have_always_been(String name, Topology topology, String checksum) {
        Placement placement = Placement.of(topology);
        SplittableRandom random = new SplittableRandom(0);
        byte[] key = new byte[32];
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            random.nextBytes(key);
            sum = 31 * sum + placement.owner(key, 0, i % (key.length + 1));
        }
        assertThat(Long.toHexString(sum)).isEqualTo(checksum);
    }
}
