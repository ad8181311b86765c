package io.keystead.cli.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final int KEYS = 20_000;
    private static final int SIGMAS = 6;

    @Test
    void an_adopted_topic_that_grows_gives_the_new_partition_its_share_and_nothing_else_moves() {
        Change change = new Change(first(12), first(13), Map.of(), Scheme.named("murmur2/12"), Scheme.named("modulo"));
        Tally tally = new Tally(change);
        Placement placement = Placement.of(
                Topology.ofPartitions(13).toBuilder().base(Base.murmur2(12)).build());
        long moved = 0;
        for (int i = 0; i < KEYS; i++) {
            byte[] key = key(i);
            int partition = Murmur2.partition(key, 0, key.length, 12);
            tally.add(key, partition, 10);
            tally.add(key, partition, 20);
            int owner = Integer.parseInt(
                    placement.active().get(placement.owner(key)).id());
            moved += owner == partition ? 0 : 1;
        }
        tally.addWithoutKey();

        Counts counts = tally.counts();
        assertThat(counts).isEqualTo(new Counts(2 * KEYS, 2 * moved, 30L * KEYS, 30 * moved, 1, 0, 0));
        assertThat((double) moved).isCloseTo(KEYS / 13.0, within(SIGMAS * Math.sqrt(KEYS * 12.0 / 169)));
        assertThat(tally.received()).containsOnlyKeys(12).containsEntry(12, 2 * moved);
        assertThat(tally.given()).hasSize(12);
        assertThat(tally.flows())
                .hasSize(12)
                .allSatisfy(flow -> assertThat(flow.bytes()).isEqualTo(15 * flow.records()))
                .isSortedAccordingTo(
                        Comparator.comparingLong(Tally.Flow::records).reversed());
        assertThat((double) tally.keys()).isCloseTo(KEYS, within(SIGMAS * Tally.KEY_SIGMA * KEYS));
        assertThat((double) tally.movedKeys()).isCloseTo((double) moved, within(SIGMAS * Tally.KEY_SIGMA * moved));
        assertThat((double) tally.stayingKeys())
                .isCloseTo((double) (KEYS - moved), within(SIGMAS * Tally.KEY_SIGMA * (KEYS - moved)));
    }

    @Test
    void a_record_that_lies_elsewhere_than_it_should_today_is_a_stray_and_moves_from_where_it_lies() {
        Tally tally =
                new Tally(new Change(first(2), first(2), Map.of(), Scheme.named("modulo"), Scheme.named("modulo")));
        byte[] key = key(1);
        int right = Murmur2.partition(key, 0, key.length, 2);
        tally.add(key, right, 1);
        tally.add(key, 1 - right, 1);
        assertThat(tally.counts()).isEqualTo(new Counts(2, 1, 2, 1, 0, 1, 0));
        assertThat(tally.flows()).containsExactly(new Tally.Flow(1 - right, right, 1, 1));
    }

    @Test
    void an_algorithm_that_remembers_goes_from_before_to_after() {
        // Anchor moves nothing but what the partition that goes had.
        for (String name : List.of("anchor", "dx", "hrw", "ring")) {
            NavigableSet<Integer> after = new TreeSet<>(List.of(0, 1, 3, 4));
            Change before = new Change(first(5), first(5), Map.of(), Scheme.named(name), null);
            Change change = new Change(first(5), after, Map.of(), Scheme.named(name), null);
            for (int i = 0; i < 2_000; i++) {
                int owner = before.after(Change.Hashes.of(key(i)));
                assertThat(change.after(Change.Hashes.of(key(i))))
                        .matches(next -> owner == 2 ? after.contains(next) : next == owner);
            }
        }
    }

    @Test
    void every_key_goes_where_a_plan_of_the_same_change_sends_it() {
        List<Candidate> before = partitions(first(40));
        NavigableSet<Integer> after = first(50).tailSet(17, true);
        KeySample.Builder builder = KeySample.builder("keys", KEYS);
        Map<Long, byte[]> keys = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            byte[] key = ("schlüssel-" + i).getBytes(StandardCharsets.UTF_8);
            keys.put(KeyHash.xxh3(0).hash(key), key);
            builder.add(key, 1);
        }
        KeySample sample = builder.build();
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.guarantees().contains(Guarantee.BOUNDED_LOAD)) {
                continue;
            }
            Scheme scheme = Scheme.of(algorithm);
            Change change = new Change(first(40), after, Map.of(), scheme, scheme);
            KeyPlacement today = scheme.place(before);
            KeyPlacement plan = scheme.placeFor(before, partitions(after)).change(partitions(after));
            for (int i = 0; i < sample.size(); i++) {
                byte[] key = Objects.requireNonNull(keys.get(sample.hash(i)));
                int hash = sample.javaHash(i);
                int owner = plan.owner(sample.hash(i), sample.murmur2(i), hash);
                assertThat(change.after(Change.Hashes.of(key)))
                        .as(scheme.toString())
                        .isEqualTo(Integer.parseInt(plan.candidates().get(owner).id()));
                int now = today.owner(sample.hash(i), sample.murmur2(i), hash);
                assertThat(change.today(Change.Hashes.of(key)).orElseThrow())
                        .as(scheme.toString())
                        .isEqualTo(Integer.parseInt(today.candidates().get(now).id()));
            }
        }
    }

    @Test
    void a_change_says_where_its_algorithm_moves_more_than_it_must_as_a_plan_does() {
        NavigableSet<Integer> middle = new TreeSet<>(List.of(0, 2));
        assertThat(notes(first(3), middle, "jump"))
                .containsExactly("jump may move keys between partitions that stay, too: it promises nothing of them but"
                        + " where partitions come and go at the end alone");
        assertThat(notes(new TreeSet<>(List.of(0, 2)), first(3), "jump")).hasSize(1);
        assertThat(notes(first(3), first(2), "jump")).isEmpty();
        assertThat(notes(first(3), first(4), "jump")).isEmpty();
        assertThat(notes(first(3), first(4), "modulo"))
                .containsExactly("modulo may move keys between partitions that stay, too: it promises nothing of them");
        for (String name : List.of("hrw", "murmur2/3", "anchor", "ring")) {
            assertThat(notes(first(3), middle, name)).as(name).isEmpty();
        }
    }

    @Test
    void an_algorithm_with_a_hash_of_its_own_says_that_it_is_given_another() {
        String druid = "druid is given the key's XXH3, as by keystead plan, instead of its bytes";
        assertThat(notes(first(3), first(4), "druid")).containsExactly(druid);
        assertThat(new Change(first(3), first(4), Map.of(), Scheme.named("permutation"), Scheme.named("druid")).notes())
                .containsExactly("permutation" + druid.substring("druid".length()), druid);
    }

    private static List<String> notes(NavigableSet<Integer> before, NavigableSet<Integer> after, String name) {
        return new Change(before, after, Map.of(), Scheme.named(name), null).notes();
    }

    private static List<Candidate> partitions(NavigableSet<Integer> numbers) {
        return numbers.stream().map(Candidate::partition).toList();
    }

    @Test
    void a_change_says_what_it_is() {
        Change change = new Change(
                first(3), new TreeSet<>(List.of(0, 2, 5)), Map.of(), Scheme.named("hrw"), Scheme.named("modulo"));
        assertThat(change.text()).isEqualTo("partitions 0-2 to 0,2,5 by hrw, today by modulo");
    }

    /** Partition 2 of three has then 3 of 5 parts: of all keys 3/5 - 1/3 go to it, and none between the others. */
    @Test
    void a_partition_that_is_to_weigh_more_gets_its_share_from_the_others_and_nothing_else_moves() {
        Change change = new Change(first(3), first(3), Map.of(2, 3.0), Scheme.named("hrw"), null);
        Change before = new Change(first(3), first(3), Map.of(), Scheme.named("hrw"), null);
        assertThat(change.text()).isEqualTo("partitions 0-2 to 0-2 with other weights by hrw");
        Tally tally = new Tally(change);
        for (int i = 0; i < KEYS; i++) {
            tally.add(key(i), before.after(Change.Hashes.of(key(i))), 1);
        }
        double share = 3 / 5.0 - 1 / 3.0;
        assertThat((double) tally.counts().movedRecords())
                .isCloseTo(share * KEYS, within(SIGMAS * Math.sqrt(share * (1 - share) * KEYS)));
        assertThat(tally.received()).containsOnlyKeys(2);
        assertThatThrownBy(() -> new Change(first(3), first(3), Map.of(2, 3.0), Scheme.named("modulo"), null))
                .hasMessage("the weight 3.0 of candidate \"2\"; allowed for modulo, which knows no weights: 1");
    }

    @Test
    void intervals_are_differences() {
        Counts one = new Counts(10, 1, 100, 20, 3, 2, 0);
        Counts two = new Counts(15, 3, 160, 50, 4, 2, 0);
        assertThat(two.minus(one)).isEqualTo(new Counts(5, 2, 60, 30, 1, 0, 0));
        assertThat(two.minus(one).movedRecordShare()).isEqualTo(0.4);
        assertThat(two.minus(one).movedByteShare()).isEqualTo(0.5);
        assertThat(Counts.NONE.movedRecordShare()).isZero();
    }

    private static NavigableSet<Integer> first(int count) {
        return new TreeSet<>(IntStream.range(0, count).boxed().toList());
    }

    private static byte[] key(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }
}
