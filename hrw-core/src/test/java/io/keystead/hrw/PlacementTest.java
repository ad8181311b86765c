package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every key, exactly, in every kind of topology. */
class PlacementTest {
    private static final int SEEDS = 12;
    private static final int KEYS = 150;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void the_order_in_which_candidates_are_named_changes_nothing(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            Topology shuffled = topology.toBuilder()
                    .candidates(Inputs.shuffled(random, topology.candidates()))
                    .build();
            Placement one = Placement.of(topology);
            Placement other = Placement.of(shuffled);

            assertThat(shuffled).isEqualTo(topology);
            assertThat(shuffled.fingerprint()).isEqualTo(topology.fingerprint());
            for (byte[] key : Inputs.keys(random, KEYS)) {
                assertThat(ranking(other, key)).isEqualTo(ranking(one, key));
                assertThat(other.owner(key)).isEqualTo(one.owner(key));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_key_whose_hash_is_given_has_the_owner_that_it_has_without(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            Placement placement = Placement.of(topology);
            for (byte[] key : Inputs.keys(random, KEYS)) {
                assertThat(placement.owner(topology.hash().hash(key), key)).isEqualTo(placement.owner(key));
            }
        });
    }

    /** No key moves but to the new candidate, and no two old ones change places anywhere in a ranking. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_candidate_more_is_inserted_in_each_ranking_and_changes_nothing_else(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            Candidate added = kind.newcomer(random, topology);
            Placement before = Placement.of(topology);
            Placement after = Placement.of(topology.toBuilder().candidate(added).build());
            for (byte[] key : Inputs.keys(random, KEYS)) {
                List<String> inserted = ranking(after, key);
                assertThat(inserted).contains(added.id());
                assertThat(without(added.id(), inserted)).isEqualTo(ranking(before, key));
                assertThat(owner(after, key)).isIn(added.id(), owner(before, key));
            }
        });
    }

    /** Only the keys of the candidate that went move, each to its own next in rank. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_candidate_less_is_deleted_from_each_ranking_and_changes_nothing_else(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            List<Candidate> active = topology.active();
            Candidate gone = active.get(random.nextInt(active.size()));
            Placement before = Placement.of(topology);
            Placement after = Placement.of(retire(random, topology, List.of(gone.id())));
            for (byte[] key : Inputs.keys(random, KEYS)) {
                List<String> ranked = ranking(before, key);
                assertThat(ranking(after, key)).isEqualTo(without(gone.id(), ranked));
                assertThat(owner(after, key)).isEqualTo(ranked.get(ranked.get(0).equals(gone.id()) ? 1 : 0));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void the_next_in_rank_is_the_owner_once_all_before_it_are_gone(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            Placement placement = Placement.of(topology);
            for (byte[] key : Inputs.keys(random, 5)) {
                List<String> ranked = ranking(placement, key);
                for (int i = 0; i < ranked.size(); i++) {
                    Placement rest = Placement.of(retire(random, topology, ranked.subList(0, i)));
                    assertThat(owner(rest, key)).as("place %d of %s", i, ranked).isEqualTo(ranked.get(i));
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void the_top_is_the_beginning_of_the_ranking_and_its_first_is_the_owner(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Placement placement = Placement.of(kind.topology(random));
            int n = placement.active().size();
            for (byte[] key : Inputs.keys(random, 20)) {
                List<String> ranked = ranking(placement, key);
                assertThat(ranked).hasSize(n).doesNotHaveDuplicates();
                for (int count = 0; count <= n + 1; count++) {
                    assertThat(ids(placement.top(key, count))).isEqualTo(ranked.subList(0, Math.min(count, n)));
                }
                assertThat(owner(placement, key)).isEqualTo(ranked.get(0));
            }
        });
    }

    /** A candidate that fills or drains has no part: as if it were not there, but for its place in a base. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void only_active_candidates_count(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            List<Candidate> active = topology.active();
            Placement with = Placement.of(topology);
            Placement without =
                    Placement.of(topology.toBuilder().candidates(active).build());

            assertThat(with.active()).isEqualTo(active).allMatch(c -> c.state() == CandidateState.ACTIVE);
            for (byte[] key : Inputs.keys(random, KEYS)) {
                assertThat(with.owner(key)).isEqualTo(without.owner(key));
                assertThat(ranking(with, key)).isEqualTo(ranking(without, key));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_slice_of_an_array_has_the_owner_of_its_copy(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Placement placement = Placement.of(kind.topology(random));
            byte[] bytes = Inputs.bytes(random, 100);
            for (int i = 0; i < KEYS; i++) {
                int from = random.nextInt(101);
                int to = random.nextInt(from, 101);
                assertThat(placement.owner(bytes, from, to - from))
                        .isEqualTo(placement.owner(Arrays.copyOfRange(bytes, from, to)));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void the_placement_of_the_next_epoch_is_the_same_however_it_was_made(Kind kind) {
        Seeds.upTo(SEEDS, random -> {
            Topology topology = kind.topology(random);
            Topology next = random.nextBoolean()
                    ? topology.toBuilder()
                            .candidate(kind.newcomer(random, topology))
                            .build()
                    : kind.topology(random);
            Placement evolved = Placement.of(topology).evolve(next);
            Placement fresh = Placement.of(next);

            assertThat(evolved.topology()).isEqualTo(next);
            for (byte[] key : Inputs.keys(random, KEYS)) {
                assertThat(evolved.owner(key)).isEqualTo(fresh.owner(key));
                assertThat(ranking(evolved, key)).isEqualTo(ranking(fresh, key));
            }
        });
    }

    @Test
    void an_empty_key_has_an_owner() {
        Placement placement = Placement.of(Topology.ofPartitions(12));

        assertThat(placement.owner(new byte[0]))
                .isBetween(0, 11)
                .isEqualTo(placement.owner(new byte[] {1, 2, 3}, 1, 0));
        assertThat(placement.rank(new byte[0])).hasSize(12);
    }

    @Test
    void a_lone_candidate_owns_everything() {
        Placement placement = Placement.of(Topology.builder()
                .candidate(Candidate.of("only").withWeight(1e-6))
                .build());
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 100)) {
                assertThat(placement.owner(key)).isZero();
                assertThat(ranking(placement, key)).containsExactly("only");
            }
        });
    }

    @Test
    void a_bid_tells_the_score_and_the_time_that_decided() {
        KeyHash hash = KeyHash.xxh3(9);
        Topology topology = Topology.builder()
                .hash(hash)
                .candidate(Candidate.of("a"))
                .candidate(Candidate.of("b").withWeight(3))
                .build();
        byte[] key = "k".getBytes(UTF_8);
        for (Bid bid : Placement.of(topology).rank(key)) {
            long score = Score.of(hash.hash(key), bid.candidate().nodeHash(hash));
            assertThat(bid.score()).isEqualTo(score);
            assertThat(bid.time()).isEqualTo(Score.time(score, bid.candidate().weight()));
            assertThat(bid)
                    .hasToString(bid.candidate().id() + " score " + Long.toHexString(score) + " time " + bid.time());
        }
    }

    @Test
    void a_slot_is_the_first_bits_of_the_key_hash() {
        Topology slotted = Topology.ofPartitions(3).toBuilder().slotBits(7).build();
        Placement placement = Placement.of(slotted);
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 1000)) {
                assertThat(placement.slot(key)).hasValue((int) (slotted.hash().hash(key) >>> 57));
            }
        });
        assertThat(Placement.of(Topology.ofPartitions(3)).slot(new byte[1])).isEmpty();
    }

    @Test
    void two_keys_of_one_slot_have_one_ranking() {
        Placement placement =
                Placement.of(Topology.ofPartitions(20).toBuilder().slotBits(3).build());
        Seeds.upTo(1, random -> {
            String[] bySlot = new String[8];
            for (byte[] key : Inputs.keys(random, 500)) {
                int slot = placement.slot(key).orElseThrow();
                String ranked = ranking(placement, key).toString();
                assertThat(ranked).isEqualTo(bySlot[slot] == null ? ranked : bySlot[slot]);
                bySlot[slot] = ranked;
            }
            assertThat(bySlot).doesNotHaveDuplicates();
        });
    }

    @Test
    void bad_counts_are_refused() {
        Placement placement = Placement.of(Topology.ofPartitions(2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> placement.top(new byte[0], -1))
                .withMessage("the count -1 is negative; allowed: 0 and above");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> placement.cached(0))
                .withMessage("a cache of 0 entries is out of range; allowed: 1 to 268435456");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> placement.cached((1 << 28) + 1))
                .withMessage("a cache of 268435457 entries is out of range; allowed: 1 to 268435456");
    }

    @Test
    void the_text_of_a_placement_is_that_of_its_topology() {
        assertThat(Placement.of(Topology.ofPartitions(2)))
                .hasToString("placement by hrw-v1 xxh3-64:0000000000000000 epoch 0 slot bits 0 [0:1.0, 1:1.0]");
    }

    /** Drains them or leaves them out, as chance has it: it is the same. */
    private static Topology retire(SplittableRandom random, Topology topology, List<String> ids) {
        List<Candidate> candidates = new ArrayList<>();
        for (Candidate candidate : topology.candidates()) {
            if (!ids.contains(candidate.id())) {
                candidates.add(candidate);
            } else if (random.nextBoolean()) {
                candidates.add(candidate.withState(CandidateState.DRAINING));
            }
        }
        return topology.toBuilder().candidates(candidates).build();
    }

    static String owner(Placement placement, byte[] key) {
        return placement.active().get(placement.owner(key)).id();
    }

    static List<String> ranking(Placement placement, byte[] key) {
        return ids(placement.rank(key));
    }

    private static List<String> ids(List<Bid> bids) {
        return bids.stream().map(bid -> bid.candidate().id()).toList();
    }

    private static List<String> without(String id, List<String> ids) {
        return ids.stream().filter(other -> !other.equals(id)).toList();
    }
}
