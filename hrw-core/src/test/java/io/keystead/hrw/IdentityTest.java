package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Any text is an id and any bytes are a key, and none is ever taken for another. */
class IdentityTest {
    private static final List<String> SCRIPTS = List.of(
            "partition-0",
            "Шардa-семь",
            "шарда-семь",
            "分区-七",
            "分區-七",
            "パーティション",
            "파티션",
            "قسم",
            "\u200fقسم",
            "עמדה",
            "ส่วน",
            "खंड",
            "\ud83d\ude80",
            "\ud83d\udc69\u200d\ud83d\ude80",
            "\ud83d\udc69\ud83d\ude80",
            "e\u0301",
            "\u00e9",
            "\u212b",
            "\u00c5",
            "A\u030a",
            "\ufb01",
            "fi",
            " ",
            "\u00a0",
            "\0",
            "a\0b",
            "\ud834\udd1e",
            "\udbff\udfff");

    @Test
    void ids_in_every_script_are_distinct_candidates_with_shares_of_their_own() {
        Topology topology = Topology.builder()
                .candidates(SCRIPTS.stream().map(Candidate::of).toList())
                .build();
        Placement placement = Placement.of(topology);
        long[] loads = new long[SCRIPTS.size()];
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 20_000)) {
                loads[placement.owner(key)]++;
            }
        });
        assertThat(topology.candidates()).hasSameSizeAs(SCRIPTS);
        assertThat(topology.candidates().stream().mapToLong(c -> c.nodeHash(topology.hash())))
                .doesNotHaveDuplicates();
        assertThat(loads).doesNotContain(0);
    }

    @Test
    void an_id_is_never_normalised() {
        String composed = "\u00e9";
        String decomposed = "e\u0301";
        assertThat(Normalizer.normalize(decomposed, Normalizer.Form.NFC)).isEqualTo(composed);

        Topology topology = Topology.builder()
                .candidate(Candidate.of(composed))
                .candidate(Candidate.of(decomposed))
                .build();

        assertThat(topology.candidates()).hasSize(2);
        assertThat(Candidate.of(composed)).isNotEqualTo(Candidate.of(decomposed));
        assertThat(Candidate.of(composed).id()).isEqualTo(composed);
        assertThat(Candidate.of(decomposed).id()).isEqualTo(decomposed);
    }

    @Test
    void an_id_is_its_utf_8_bytes() {
        for (String id : SCRIPTS) {
            Candidate candidate = Candidate.of(id);
            assertThat(Candidate.ofUtf8(id.getBytes(UTF_8))).isEqualTo(candidate);
            assertThat(candidate.nodeHash(KeyHash.xxh3(3)))
                    .isEqualTo(Score.mix(KeyHash.xxh3(3).hash(id.getBytes(UTF_8))));
        }
        assertThat(Candidate.partition(12)).isEqualTo(Candidate.of("12"));
    }

    @Test
    void a_key_is_any_bytes_up_to_a_mebibyte_and_more_and_every_bit_of_it_counts() {
        Placement placement = Placement.of(Topology.ofPartitions(1 << 14));
        Seeds.upTo(2, random -> {
            for (int length : new int[] {1, 16, 17, 128, 129, 240, 241, 1_000, 1 << 16, (1 << 20) - 1, 1 << 20}) {
                byte[] key = Inputs.bytes(random, length);
                int owner = placement.owner(key);
                assertThat(owner).isBetween(0, (1 << 14) - 1).isEqualTo(placement.owner(key.clone()));
                assertThat(PlacementTest.owner(placement, key))
                        .isEqualTo(placement.top(key, 1).get(0).candidate().id());
                int same = 0;
                for (int flip = 0; flip < 20; flip++) {
                    byte[] other = key.clone();
                    other[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
                    same += !Arrays.equals(other, key) && placement.owner(other) == owner ? 1 : 0;
                }
                // Each has the same owner once in 16384 times, so three of 20 have it once in 4e9 tests.
                assertThat(same).as("%d bytes", length).isLessThan(3);
            }
        });
    }
}
