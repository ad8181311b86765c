package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasePlacementTest {
    /** The three cases of the protocol, in its order, with Kafka's own murmur2. */
    @Test
    void owners_are_those_of_the_protocols_text() {
        Seeds.upTo(150, random -> {
            Topology topology = (random.nextBoolean() ? Kind.BASE : Kind.BASE_AND_UNEQUAL_WEIGHTS).topology(random);
            Placement placement = Placement.of(topology);
            Placement cached = placement.cached(64);
            for (byte[] key : Inputs.keys(random, 40)) {
                String expected = naiveOwner(topology, key);
                assertThat(PlacementTest.owner(placement, key)).isEqualTo(expected);
                assertThat(PlacementTest.owner(cached, key)).isEqualTo(expected);
                assertThat(PlacementTest.owner(cached, key)).isEqualTo(expected);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 12, 100, 1000})
    void adoption_moves_nothing(int partitions) {
        Topology adopted = Topology.ofPartitions(partitions).toBuilder()
                .base(Base.murmur2(partitions))
                .build();
        Placement placement = Placement.of(adopted);
        Seeds.upTo(2, random -> {
            for (byte[] key : Inputs.keys(random, 2_000)) {
                assertThat(PlacementTest.owner(placement, key)).isEqualTo(home(key, partitions));
            }
        });
    }

    @Test
    void growth_moves_keys_to_the_new_partition_only_and_all_others_stay_at_home() {
        Placement before = of(12, 12);
        Placement after = of(12, 13);
        Seeds.upTo(1, random -> {
            int moved = 0;
            for (byte[] key : Inputs.keys(random, 20_000)) {
                String owner = PlacementTest.owner(after, key);
                assertThat(owner).isIn("12", PlacementTest.owner(before, key));
                moved += owner.equals("12") ? 1 : 0;
            }
            assertThat(moved).isPositive();
        });
    }

    @Test
    void retiring_a_base_partition_moves_its_own_keys_only_also_after_growth() {
        Topology grown =
                Topology.ofPartitions(15).toBuilder().base(Base.murmur2(12)).build();
        Topology retired = draining(grown, "3");
        Placement before = Placement.of(grown);
        Placement after = Placement.of(retired);
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 20_000)) {
                String owner = PlacementTest.owner(before, key);
                if (!owner.equals("3")) {
                    assertThat(PlacementTest.owner(after, key)).isEqualTo(owner);
                } else {
                    assertThat(PlacementTest.owner(after, key))
                            .isNotEqualTo("3")
                            .isEqualTo(PlacementTest.ranking(before, key).get(1));
                }
            }
        });
    }

    /** Else the keys of the others would move when it goes: retired base partitions must go on contending. */
    @Test
    void a_later_partition_gets_no_more_when_base_partitions_have_gone() {
        Placement all = of(12, 13);
        Topology grown = all.topology();
        for (String gone : List.of("1", "7", "11", "4")) {
            grown = draining(grown, gone);
        }
        Placement few = Placement.of(grown);
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 20_000)) {
                boolean homeIsGone = List.of("1", "7", "11", "4").contains(home(key, 12));
                if (!homeIsGone) {
                    assertThat(PlacementTest.owner(few, key)).isEqualTo(PlacementTest.owner(all, key));
                }
            }
        });
    }

    @Test
    void a_base_whose_partitions_have_all_gone_is_plain_hrw_over_the_later_ones() {
        List<Candidate> later = new ArrayList<>();
        for (int partition = 3; partition < 10; partition++) {
            later.add(Candidate.partition(partition).withWeight(partition));
        }
        Topology plain = Topology.builder().candidates(later).build();
        Placement based = Placement.of(plain.toBuilder().base(Base.murmur2(3)).build());
        Placement unbased = Placement.of(plain);
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 5_000)) {
                assertThat(PlacementTest.ranking(based, key)).isEqualTo(PlacementTest.ranking(unbased, key));
                assertThat(based.owner(key)).isEqualTo(unbased.owner(key));
            }
        });
    }

    @Test
    void a_base_knows_its_size_and_its_name() {
        assertThat(Base.murmur2(12).partitions()).isEqualTo(12);
        assertThat(Base.murmur2(12)).hasToString("murmur2/12");
        assertThat(Base.murmur2(12)).isEqualTo(Base.murmur2(12)).hasSameHashCodeAs(Base.murmur2(12));
        assertThat(Base.murmur2(12)).isNotEqualTo(Base.murmur2(13)).isNotEqualTo("murmur2/12");
    }

    private static Placement of(int base, int partitions) {
        return Placement.of(Topology.ofPartitions(partitions).toBuilder()
                .base(Base.murmur2(base))
                .build());
    }

    private static Topology draining(Topology topology, String id) {
        return topology.toBuilder()
                .candidates(topology.candidates().stream()
                        .map(c -> c.id().equals(id) ? c.withState(CandidateState.DRAINING) : c)
                        .toList())
                .build();
    }

    private static String home(byte[] key, int partitions) {
        return Integer.toString(Utils.toPositive(Utils.murmur2(key)) % partitions);
    }

    private static String naiveOwner(Topology topology, byte[] key) {
        int base = topology.base().orElseThrow().partitions();
        List<Candidate> contenders = new ArrayList<>();
        for (int partition = 0; partition < base; partition++) {
            contenders.add(Candidate.partition(partition));
        }
        topology.active().stream().filter(c -> !isBase(c, base)).forEach(contenders::add);
        Candidate winner = naiveWinner(topology.hash(), contenders, key);
        if (!isBase(winner, base)) {
            return winner.id();
        }
        String home = home(key, base);
        return topology.active().stream().anyMatch(c -> c.id().equals(home))
                ? home
                : naiveWinner(topology.hash(), topology.active(), key).id();
    }

    private static boolean isBase(Candidate candidate, int base) {
        return Integer.parseInt(candidate.id()) < base;
    }

    private static Candidate naiveWinner(KeyHash hash, List<Candidate> candidates, byte[] key) {
        List<Candidate> sorted = candidates.stream()
                .sorted((a, b) -> Utf8.ORDER.compare(a.id(), b.id()))
                .toList();
        int[] ranked = NaiveRule.rank(
                hash.hash(key),
                sorted.stream().mapToLong(c -> c.nodeHash(hash)).toArray(),
                sorted.stream().mapToDouble(Candidate::weight).toArray());
        return sorted.get(ranked[0]);
    }
}
