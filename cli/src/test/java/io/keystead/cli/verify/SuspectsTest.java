package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuspectsTest {
    private static final long SEED = 20261130;
    private static final int KEYS = 5000;
    private static final Topology TWELVE = Topology.ofPartitions(12);

    @Test
    void nothing_wrong_has_no_cause() {
        assertThat(seen(TWELVE, 12, hrw(TWELVE)).causes()).isEmpty();
    }

    @Test
    void kafka_s_default_partitioner_is_known_for_what_the_topic_has_and_had() {
        assertThat(seen(TWELVE, 12, murmur2(12)).causes()).containsExactly("Kafka's default partitioner");
        assertThat(seen(TWELVE, 12, murmur2(11)).causes())
                .containsExactly("Kafka's default partitioner when the topic had 11 partitions");
        assertThat(seen(TWELVE, 12, key -> 0).causes())
                .containsExactly(
                        "HrwPartitioner without partitions 1-11",
                        "Kafka's default partitioner when the topic had 1 partition");
        assertThat(seen(TWELVE, 12, murmur2(12)).asByDefault())
                .isEqualTo(seen(TWELVE, 12, murmur2(12)).wrong());
    }

    @Test
    void librdkafka_s_default_partitioner_is_known() {
        assertThat(seen(TWELVE, 12, key -> {
                            CRC32 crc32 = new CRC32();
                            crc32.update(key);
                            return (int) (crc32.getValue() % 12);
                        })
                        .causes())
                .containsExactly("librdkafka's default partitioner (CRC32)");
    }

    @Test
    void candidates_too_few_or_too_many_are_named_exactly() {
        assertThat(seen(TWELVE, 12, hrw(without(TWELVE, 7))).causes())
                .containsExactly("HrwPartitioner without partition 7");
        assertThat(seen(TWELVE, 12, hrw(without(TWELVE, 0, 3, 4, 5, 11))).causes())
                .containsExactly("HrwPartitioner without partitions 0,3-5,11");
        assertThat(seen(without(TWELVE, 2), 12, hrw(TWELVE)).causes())
                .containsExactly(
                        "HrwPartitioner without any keystead property", "HrwPartitioner that has partition 2 too");
        assertThat(seen(without(TWELVE, 2, 3), 12, hrw(without(TWELVE, 3, 7, 8)))
                        .causes())
                .containsExactly("HrwPartitioner that has partition 2 too, and lacks partitions 7-8");
        assertThat(seen(Topology.ofPartitions(100), 100, hrw(without(Topology.ofPartitions(100), 99)))
                        .causes())
                .containsExactly("HrwPartitioner without partition 99");
    }

    @Test
    void they_are_named_with_weights_slots_and_a_base_too() {
        Topology weighted = Topology.builder()
                .candidates(without(TWELVE, 5).candidates())
                .candidate(Candidate.partition(5).withWeight(3))
                .build();
        assertThat(seen(weighted, 12, hrw(without(weighted, 7))).causes())
                .containsExactly("HrwPartitioner without partition 7");
        Topology slotted = TWELVE.toBuilder()
                .slotBits(12)
                .hash(KeyHash.sipHash24(new byte[16]))
                .build();
        assertThat(seen(slotted, 12, hrw(without(slotted, 7))).causes())
                .containsExactly("HrwPartitioner without partition 7");
        Topology based = TWELVE.toBuilder().base(Base.murmur2(10)).build();
        assertThat(seen(based, 12, hrw(without(based, 4))).causes())
                .containsExactly("HrwPartitioner without partition 4");
        assertThat(seen(without(based, 4), 12, hrw(without(based, 4, 10))).causes())
                .containsExactly("HrwPartitioner without partition 10");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 11})
    void another_base_is_named(int base) {
        Topology based = TWELVE.toBuilder().base(Base.murmur2(base)).build();
        assertThat(seen(TWELVE, 12, hrw(based)).causes()).contains("HrwPartitioner with keystead.base=murmur2/" + base);
        Topology expected = TWELVE.toBuilder().base(Base.murmur2(8)).build();
        assertThat(seen(expected, 12, hrw(based)).causes())
                .contains("HrwPartitioner with keystead.base=murmur2/" + base);
    }

    @Test
    void a_base_is_perhaps_forgotten_where_murmur2_accounts_for_all_and_no_base_is_given() {
        Topology based = TWELVE.toBuilder().base(Base.murmur2(8)).build();
        assertThat(seen(TWELVE, 12, murmur2(12)).forgottenBase()).hasValue(12);
        assertThat(seen(TWELVE, 12, murmur2(8)).forgottenBase()).hasValue(8);
        assertThat(seen(TWELVE, 12, hrw(without(TWELVE, 7))).forgottenBase()).isEmpty();
        assertThat(seen(based, 12, murmur2(12)).forgottenBase()).isEmpty();
        assertThat(Suspects.of(Writers.of(TWELVE, 12)).forgottenBase()).isEmpty();
    }

    @Test
    void a_writer_without_the_topology_s_properties_is_named() {
        String cause = "HrwPartitioner without any keystead property";
        assertThat(seen(TWELVE.toBuilder().base(Base.murmur2(12)).build(), 12, hrw(TWELVE))
                        .causes())
                .containsExactly(cause);
        assertThat(seen(TWELVE.toBuilder().slotBits(8).build(), 12, hrw(TWELVE)).causes())
                .containsExactly(cause);
        assertThat(seen(TWELVE.toBuilder().hash(KeyHash.xxh3(7)).build(), 12, hrw(TWELVE))
                        .causes())
                .containsExactly(cause);
    }

    @Test
    void writers_of_two_kinds_have_no_one_cause_also_where_each_was_seen_by_another_thread() {
        Suspects both = seen(TWELVE, 12, hrw(without(TWELVE, 7)));
        assertThat(both.causes()).isNotEmpty();

        both.add(seen(TWELVE, 12, murmur2(12)));

        assertThat(both.causes()).isEmpty();
        Suspects opposites = seen(TWELVE, 12, hrw(without(TWELVE, 7)));
        opposites.add(seen(TWELVE, 12, hrw(without(TWELVE, 3))));
        assertThat(opposites.causes()).isEmpty();
    }

    @Test
    void what_threads_saw_of_one_writer_is_joined() {
        Suspects one = Suspects.of(Writers.of(TWELVE, 12));
        Suspects other = Suspects.of(Writers.of(TWELVE, 12));
        ToIntFunction<byte[]> writer = hrw(without(TWELVE, 2, 7));
        ToIntFunction<byte[]> right = hrw(TWELVE);
        for (int i = 0; i < KEYS; i++) {
            byte[] key = ("order-" + i).getBytes(StandardCharsets.UTF_8);
            int owner = right.applyAsInt(key);
            if (owner != writer.applyAsInt(key)) {
                (owner == 2 ? one : other).add(key, writer.applyAsInt(key));
            }
        }

        one.add(other);

        assertThat(one.causes()).containsExactly("HrwPartitioner without partitions 2,7");
    }

    /** What is suspected after keys of random bytes that lie where the writer puts them. */
    private static Suspects seen(Topology topology, int partitions, ToIntFunction<byte[]> writer) {
        Suspects suspects = Suspects.of(Writers.of(topology, partitions));
        ToIntFunction<byte[]> right = hrw(topology);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < KEYS; i++) {
            byte[] key = new byte[1 + random.nextInt(30)];
            random.nextBytes(key);
            int found = writer.applyAsInt(key);
            if (found != right.applyAsInt(key)) {
                suspects.add(key, found);
            }
        }
        return suspects;
    }

    private static ToIntFunction<byte[]> hrw(Topology topology) {
        Placement placement = Placement.of(topology);
        return key ->
                Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }

    private static ToIntFunction<byte[]> murmur2(int partitions) {
        return key -> Murmur2.partition(key, 0, key.length, partitions);
    }

    private static Topology without(Topology topology, int... partitions) {
        Topology.Builder builder = Topology.builder().hash(topology.hash()).slotBits(topology.slotBits());
        topology.base().ifPresent(builder::base);
        for (Candidate candidate : topology.candidates()) {
            boolean left = true;
            for (int partition : partitions) {
                left &= !candidate.id().equals(Integer.toString(partition));
            }
            if (left) {
                builder.candidate(candidate);
            }
        }
        return builder.build();
    }
}
