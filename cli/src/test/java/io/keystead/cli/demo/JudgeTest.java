package io.keystead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final int KEYS = 20_000;
    private static final Growth GROWTH = new Growth(12, 13);

    @Test
    void what_theory_says_holds() {
        Report report = judge(seen());

        assertThat(report.broken()).isEmpty();
        assertThat(report.checks())
                .extracting(Check::what)
                .containsExactly(
                        "default: keys moved by growth",
                        "default: bytes moved by growth",
                        "hrw: keys moved by growth",
                        "hrw: bytes moved by growth",
                        "hrw: keys moved between old partitions",
                        "hrw: evenness of load",
                        "adopted: keys moved by adoption",
                        "adopted: keys moved by growth",
                        "adopted: bytes moved by growth",
                        "adopted: keys moved between old partitions");
        // 2 * 7 exp(-z^2 / 2) = 1e-6
        assertThat(14 * Math.exp(-report.sigmas() * report.sigmas() / 2)).isCloseTo(1e-6, withPercentage(0.001));
    }

    @Test
    void a_single_key_that_moves_between_old_partitions_breaks_a_bound() {
        Map<Scheme, List<Sighting>> seen = seen();
        Sighting after = sighting(key -> key == 77 ? (hrw(12, 77) + 1) % 12 : hrw(13, key));
        seen.put(Scheme.HRW, List.of(sighting(key -> hrw(12, key)), after));

        assertThat(judge(seen).broken())
                .extracting(Check::toString)
                .containsExactly("hrw: keys moved between old partitions: 1; allowed: 0");
    }

    @Test
    void a_single_key_that_adoption_moves_breaks_a_bound() {
        Map<Scheme, List<Sighting>> seen = seen();
        Sighting before = sighting(key -> key == 77 ? (murmur2(12, 77) + 1) % 12 : murmur2(12, key));
        seen.put(Scheme.ADOPTED, List.of(before, sighting(key -> murmur2(12, key)), sighting(JudgeTest::adopted)));

        assertThat(judge(seen).broken())
                .extracting(Check::toString)
                .containsExactly("adopted: keys moved by adoption: 1; allowed: 0");
    }

    @Test
    void a_partitioner_that_moves_too_much_or_too_little_is_seen() {
        Map<Scheme, List<Sighting>> seen = seen();
        seen.put(Scheme.DEFAULT, List.of(sighting(key -> hrw(12, key)), sighting(key -> hrw(13, key))));
        seen.put(Scheme.HRW, List.of(sighting(key -> hrw(12, key)), sighting(key -> hrw(12, key))));

        assertThat(judge(seen).broken())
                .extracting(Check::what)
                .containsExactly(
                        "default: keys moved by growth",
                        "default: bytes moved by growth",
                        "hrw: keys moved by growth",
                        "hrw: bytes moved by growth",
                        "hrw: evenness of load");
    }

    @Test
    void the_share_that_a_remainder_keeps_is_min_over_lcm() {
        assertThat(new Growth(12, 13).movedByRemainder()).isEqualTo(1 - 1.0 / 13);
        assertThat(new Growth(12, 24).movedByRemainder()).isEqualTo(0.5);
        assertThat(new Growth(3, 4).movedByRemainder()).isEqualTo(0.75);
        assertThat(new Growth(12, 16).leastMoved()).isEqualTo(0.25);
    }

    @Test
    void the_report_fits_80_columns_and_says_how_it_ended() {
        String text = ReportText.of(judge(seen()), false);

        assertThat(text.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
        assertThat(text)
                .contains("All 10 checks hold")
                .contains("keys moved by adoption")
                .contains("\n            keystead.topic.demo-adopted.base=murmur2/12\n")
                .endsWith(", all to new partitions.\n")
                .doesNotContain("\u001b");
        assertThat(text.lines().filter(line -> line.matches(" +\\d+ .*█.*"))).hasSize(13);
    }

    @Test
    void keys_that_stayed_went_nowhere() {
        KeySet.Builder builder = KeySet.builder("orders");
        builder.add(bytes(0), 0);
        builder.add(bytes(1), 0);
        KeySet two = builder.build(false);
        Map<Scheme, List<Sighting>> seen = new EnumMap<>(Scheme.class);
        for (Scheme scheme : Scheme.values()) {
            Sighting sighting = new Sighting(two, "test");
            sighting.add(bytes(0), 0, 0);
            sighting.add(bytes(1), 1, 0);
            seen.put(scheme, Collections.nCopies(scheme.passes(GROWTH).size(), sighting.complete()));
        }

        assertThat(ReportText.of(Judge.judge(GROWTH, two, 1, seen), false)).endsWith("; HRW 0.00 %.\n");
    }

    @Test
    void a_broken_report_names_what_is_broken() {
        Map<Scheme, List<Sighting>> seen = seen();
        seen.put(Scheme.HRW, List.of(sighting(key -> murmur2(12, key)), sighting(key -> murmur2(13, key))));

        assertThat(ReportText.of(judge(seen), true))
                .contains("BROKEN: hrw: keys moved by growth: ")
                .contains("\u001b[31m3 of 10 checks are broken.\u001b[0m")
                .doesNotContain("checks hold");
    }

    private static Report judge(Map<Scheme, List<Sighting>> seen) {
        return Judge.judge(GROWTH, KEY_SET, 1, seen);
    }

    private static final KeySet KEY_SET = keySet();

    private static KeySet keySet() {
        KeySet.Builder keys = KeySet.builder("orders");
        for (int key = 0; key < KEYS; key++) {
            keys.add(bytes(key), 100 + key % 1000);
        }
        return keys.build(true);
    }

    private static Map<Scheme, List<Sighting>> seen() {
        Map<Scheme, List<Sighting>> seen = new EnumMap<>(Scheme.class);
        seen.put(Scheme.DEFAULT, List.of(sighting(key -> murmur2(12, key)), sighting(key -> murmur2(13, key))));
        seen.put(Scheme.HRW, List.of(sighting(key -> hrw(12, key)), sighting(key -> hrw(13, key))));
        seen.put(
                Scheme.ADOPTED,
                List.of(
                        sighting(key -> murmur2(12, key)),
                        sighting(key -> murmur2(12, key)),
                        sighting(JudgeTest::adopted)));
        return seen;
    }

    private static Sighting sighting(ToIntFunction<Integer> partition) {
        Sighting sighting = new Sighting(KEY_SET, "test");
        for (int key = 0; key < KEYS; key++) {
            sighting.add(bytes(key), partition.applyAsInt(key), KEY_SET.bytes(key));
        }
        return sighting.complete();
    }

    private static final Placement TWELVE = Placement.of(Topology.ofPartitions(12));
    private static final Placement THIRTEEN = Placement.of(Topology.ofPartitions(13));
    private static final Placement ADOPTED = Placement.of(
            Topology.ofPartitions(13).toBuilder().base(Base.murmur2(12)).build());

    private static int hrw(int partitions, int key) {
        return partition(partitions == 12 ? TWELVE : THIRTEEN, key);
    }

    private static int adopted(int key) {
        return partition(ADOPTED, key);
    }

    private static int partition(Placement placement, int key) {
        Candidate owner = placement.active().get(placement.owner(bytes(key)));
        return Integer.parseInt(owner.id());
    }

    private static int murmur2(int partitions, int key) {
        return Murmur2.partition(bytes(key), 0, bytes(key).length, partitions);
    }

    private static byte[] bytes(int key) {
        return ("order-" + key).getBytes(StandardCharsets.UTF_8);
    }
}
