package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TopologyTest {
    private static final Candidate A = Candidate.of("a");
    private static final Candidate B = Candidate.of("b");

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void what_is_not_allowed_is_refused_with_what_is(String what, String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
        assertThat(message).doesNotContain("\n");
    }

    static Stream<Arguments> refusals() {
        return Stream.of(ids(), weights(), topologies(), bases()).flatMap(List::stream);
    }

    private static List<Arguments> ids() {
        return List.of(
                refusal(
                        "empty id",
                        "a candidate id is empty; allowed: any non-empty Unicode text",
                        () -> Candidate.of("")),
                refusal(
                        "no bytes of id",
                        "a candidate id is empty; allowed: any non-empty Unicode text",
                        () -> Candidate.ofUtf8(new byte[0])),
                refusal(
                        "lone surrogate",
                        "\"x\\udc00y\" is not well-formed Unicode: a surrogate stands alone",
                        () -> Candidate.of("x\udc00y")),
                refusal(
                        "malformed bytes",
                        "the bytes 61ff are not well-formed UTF-8",
                        () -> Candidate.ofUtf8(new byte[] {'a', -1})),
                refusal(
                        "negative partition",
                        "partition -1 is negative; allowed: 0 and above",
                        () -> Candidate.partition(-1)),
                refusal(
                        "id twice",
                        "the candidate id \"a\" stands twice; allowed: distinct ids",
                        () -> Topology.builder()
                                .candidates(List.of(A, B, A.withWeight(2)))
                                .build()));
    }

    private static List<Arguments> weights() {
        List<Arguments> weights = new ArrayList<>();
        for (double weight : new double[] {
            0,
            -0.0,
            -1,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            1e-7,
            1e7,
            Math.nextDown(1e-6),
            Math.nextUp(1e6)
        }) {
            weights.add(refusal(
                    "weight " + weight,
                    "the weight " + weight + " of candidate \"a\" is out of range; allowed: 1e-6 to 1e6"
                            + " (leave a candidate out to give it nothing)",
                    () -> A.withWeight(weight)));
        }
        return weights;
    }

    private static List<Arguments> topologies() {
        Topology.Builder labelled = Topology.builder()
                .candidate(A.withLabel("rack", "r1"))
                .candidate(B.withState(CandidateState.DRAINING).withLabel("zone", "az1"))
                .constraints(Constraint.distinct("rack"));
        return List.of(
                refusal(
                        "no candidate",
                        "none of the 0 candidates is active; allowed: at least one",
                        () -> Topology.ofPartitions(0)),
                refusal(
                        "none active",
                        "none of the 2 candidates is active; allowed: at least one",
                        () -> Topology.builder()
                                .candidate(A.withState(CandidateState.FILLING))
                                .candidate(B.withState(CandidateState.DRAINING))
                                .build()),
                refusal(
                        "slot bits -1",
                        "slot bits -1 are out of range; allowed: 0 (no slots) to 20",
                        () -> Topology.builder().slotBits(-1)),
                refusal(
                        "slot bits 21",
                        "slot bits 21 are out of range; allowed: 0 (no slots) to 20",
                        () -> Topology.builder().slotBits(21)),
                refusal(
                        "epoch -1",
                        "the epoch -1 is negative; allowed: 0 and above",
                        () -> Topology.builder().epoch(-1)),
                refusal(
                        "missing label",
                        "candidate \"b\" has no label \"rack\", which the constraint \"distinct rack\" needs",
                        labelled::build),
                refusal(
                        "at least 1",
                        "at least 1 zone asks for nothing; allowed: at least 2 or more",
                        () -> Constraint.atLeast(1, "zone")));
    }

    private static List<Arguments> bases() {
        List<Arguments> bases = new ArrayList<>();
        for (int partitions : new int[] {-1, 0, Base.MAX_PARTITIONS + 1}) {
            bases.add(refusal(
                    "base of " + partitions,
                    "the base murmur2/" + partitions + " is out of range; allowed: murmur2/1 to murmur2/1048576",
                    () -> Base.murmur2(partitions)));
        }
        for (String id :
                new String[] {"a", "01", "00", "+1", "-1", "1 ", "1.0", "٣", "2147483648", "99999999999999999999"}) {
            bases.add(refusal(
                    "base with id " + id,
                    "the candidate id \"" + id + "\" with the base murmur2/3; allowed with a base: partition numbers in"
                            + " decimal without leading zeros",
                    () -> Topology.ofPartitions(3).toBuilder()
                            .base(Base.murmur2(3))
                            .candidate(Candidate.of(id))
                            .build()));
        }
        bases.add(refusal(
                "base with slots",
                "slot bits 4 with the base murmur2/3; allowed with a base: 0",
                () -> Topology.ofPartitions(3).toBuilder()
                        .base(Base.murmur2(3))
                        .slotBits(4)
                        .build()));
        bases.add(refusal(
                "base with a key encoding",
                "the key encoding avro-canonical:1 with the base murmur2/3; allowed with a base: keys as they stand, which"
                        + " Kafka's default partitioner placed",
                () -> Topology.ofPartitions(3).toBuilder()
                        .base(Base.murmur2(3))
                        .keyEncoding("avro-canonical:1")
                        .build()));
        for (String name : new String[] {"", "a b", "a\nb", "é", "x".repeat(201)}) {
            bases.add(refusal(
                    "key encoding " + name,
                    "the key encoding \"" + name.replace('\n', '?').replace('é', '?')
                            + "\" is not a name; allowed: 1 to 200 visible ASCII characters",
                    () -> Topology.builder().keyEncoding(name)));
        }
        bases.add(refusal(
                "weight on a base partition",
                "the weight 2.0 of partition 2, which is in the base murmur2/3; allowed for base partitions: 1",
                () -> Topology.ofPartitions(2).toBuilder()
                        .base(Base.murmur2(3))
                        .candidate(Candidate.partition(2).withWeight(2).withState(CandidateState.DRAINING))
                        .build()));
        return bases;
    }

    private static Arguments refusal(String what, String message, ThrowingCallable call) {
        return Arguments.of(what, message, call);
    }

    @Test
    void the_ends_of_every_range_are_allowed() {
        assertThat(A.withWeight(1e-6).weight()).isEqualTo(1e-6);
        assertThat(A.withWeight(1e6).weight()).isEqualTo(1e6);
        assertThat(Candidate.partition(0).id()).isEqualTo("0");
        assertThat(Candidate.partition(Integer.MAX_VALUE).id()).isEqualTo("2147483647");
        assertThat(Base.murmur2(Base.MAX_PARTITIONS).partitions()).isEqualTo(1_048_576);
        Topology topology = Topology.builder()
                .candidate(A)
                .slotBits(20)
                .epoch(Long.MAX_VALUE)
                .build();
        assertThat(topology.slotBits()).isEqualTo(20);
        assertThat(topology.epoch()).isEqualTo(Long.MAX_VALUE);
        assertThat(Topology.builder()
                        .base(Base.murmur2(3))
                        .candidate(Candidate.partition(Integer.MAX_VALUE).withWeight(5))
                        .build()
                        .base())
                .hasValue(Base.murmur2(3));
    }

    @Test
    void the_defaults_are_those_of_the_protocol() {
        Topology topology = Topology.ofPartitions(12);

        assertThat(topology.hash()).isEqualTo(KeyHash.xxh3(0));
        assertThat(topology.slotBits()).isZero();
        assertThat(topology.base()).isEmpty();
        assertThat(topology.keyEncoding()).isEmpty();
        assertThat(topology.constraints()).isEmpty();
        assertThat(topology.epoch()).isZero();
        assertThat(topology.candidates())
                .hasSize(12)
                .allMatch(c -> c.isActive() && c.weight() == 1.0 && c.labels().isEmpty());
        assertThat(Topology.ALGORITHM).isEqualTo("hrw-v1");
    }

    @Test
    void candidates_stand_in_the_order_of_their_bytes() {
        assertThat(Topology.ofPartitions(12).candidates())
                .extracting(Candidate::id)
                .containsExactly("0", "1", "10", "11", "2", "3", "4", "5", "6", "7", "8", "9");
        Topology texts = Topology.builder()
                .candidate(Candidate.of("\ud83d\ude00"))
                .candidate(Candidate.of("\ufffd"))
                .candidate(Candidate.of("é"))
                .candidate(Candidate.of("z"))
                .build();
        assertThat(texts.candidates()).extracting(Candidate::id).containsExactly("z", "é", "\ufffd", "\ud83d\ude00");
    }

    @Test
    void a_topology_and_what_it_gives_out_cannot_be_changed() {
        Topology.Builder builder = Topology.builder().candidate(A.withLabel("rack", "r"));
        Topology topology = builder.build();
        builder.candidate(B).epoch(7);

        assertThat(topology.candidates()).hasSize(1);
        assertThat(topology.epoch()).isZero();
        for (ThrowingCallable change : List.<ThrowingCallable>of(
                () -> topology.candidates().clear(),
                () -> topology.active().clear(),
                () -> topology.constraints().add(Constraint.distinct("rack")),
                () -> topology.candidates().get(0).labels().clear(),
                () -> Placement.of(topology).active().clear(),
                () -> Placement.of(topology).rank(new byte[0]).clear(),
                () -> Placement.of(topology).select(new byte[0], 1).chosen().clear())) {
            assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(change);
        }
    }

    /** One field after the other is changed. */
    static Stream<Arguments> changes() {
        Topology one = one();
        Candidate first = one.candidates().get(0);
        return Stream.of(
                Arguments.of("hash", true, one.toBuilder().hash(KeyHash.xxh3(1)).build()),
                Arguments.of("slot bits", true, one.toBuilder().slotBits(4).build()),
                Arguments.of("base", true, one.toBuilder().base(Base.murmur2(2)).build()),
                Arguments.of(
                        "candidate",
                        true,
                        one.toBuilder()
                                .candidate(Candidate.partition(9).withLabel("rack", "r3"))
                                .build()),
                Arguments.of("weight", true, replaced(first.withWeight(2))),
                Arguments.of("all weights", false, doubled(one(), 0, 3)),
                Arguments.of("state", true, replaced(first.withState(CandidateState.FILLING))),
                Arguments.of(
                        "candidate that is not active",
                        false,
                        one().toBuilder()
                                .candidate(Candidate.partition(9)
                                        .withLabel("rack", "r3")
                                        .withWeight(7)
                                        .withState(CandidateState.DRAINING))
                                .build()),
                Arguments.of("label", false, replaced(first.withLabel("rack", "other"))),
                Arguments.of("constraints", false, one.toBuilder().constraints().build()),
                Arguments.of("epoch", false, one.toBuilder().epoch(6).build()));
    }

    private static Topology one() {
        return Topology.builder()
                .candidate(Candidate.partition(0).withLabel("rack", "r1"))
                .candidate(Candidate.partition(3).withLabel("rack", "r2"))
                .constraints(Constraint.distinct("rack"))
                .epoch(5)
                .build();
    }

    private static Topology replaced(Candidate first) {
        return one().toBuilder()
                .candidates(List.of(first, one().candidates().get(1)))
                .build();
    }

    @Test
    void a_topology_is_a_value() {
        assertThat(one()).isEqualTo(one()).hasSameHashCodeAs(one());
        assertThat(one().toBuilder().build()).isEqualTo(one());
        assertThat(one().fingerprint()).matches("[0-9a-f]{16}").isEqualTo(one().fingerprint());
        assertThat(one()).isNotEqualTo("hrw-v1");
    }

    /** A placement sees bytes only, so the same bytes have the same owner whatever they are of. */
    @Test
    void the_key_encoding_is_in_the_fingerprint_and_the_text() {
        Topology encoded = one().toBuilder().keyEncoding("avro-canonical:1").build();
        Topology other = one().toBuilder().keyEncoding("avro-canonical:2").build();

        assertThat(encoded.keyEncoding()).hasValue("avro-canonical:1");
        assertThat(encoded)
                .isNotEqualTo(one())
                .isNotEqualTo(other)
                .isEqualTo(encoded.toBuilder().build());
        assertThat(Set.of(encoded.fingerprint(), other.fingerprint(), one().fingerprint()))
                .hasSize(3);
        assertThat(encoded.toString()).contains(" keys avro-canonical:1 ");
        assertThat(one().toString()).doesNotContain(" keys ");
        assertThat(owners(encoded)).isEqualTo(owners(one()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void the_fingerprint_covers_what_decides_an_owner_and_nothing_else(
            String field, boolean decides, Topology changed) {
        assertThat(changed).isNotEqualTo(one());
        if (decides) {
            assertThat(changed.fingerprint()).isNotEqualTo(one().fingerprint());
            assertThat(owners(changed)).isNotEqualTo(owners(one()));
        } else {
            assertThat(changed.fingerprint()).isEqualTo(one().fingerprint());
            assertThat(owners(changed)).isEqualTo(owners(one()));
        }
    }

    /** The base's partitions contend with weight 1, active or not: the weights of the active ones are not all there are. */
    @ParameterizedTest
    @EnumSource(CandidateState.class)
    void beside_a_base_equal_weights_count_as_they_are(CandidateState stateOfBase) {
        Topology based = Topology.builder()
                .base(Base.murmur2(1))
                .candidate(Candidate.partition(0).withState(stateOfBase))
                .candidate(Candidate.partition(1))
                .candidate(Candidate.partition(2))
                .build();
        Topology weighted = doubled(based, 1, 2);

        assertThat(weighted.fingerprint()).isNotEqualTo(based.fingerprint());
        if (stateOfBase == CandidateState.ACTIVE) {
            assertThat(owners(weighted)).isNotEqualTo(owners(based));
        }
    }

    @Test
    void a_base_partition_contends_alike_whether_it_is_named_or_not() {
        Topology unnamed = Topology.builder()
                .base(Base.murmur2(2))
                .candidate(Candidate.partition(1))
                .candidate(Candidate.partition(2))
                .build();
        Topology named = unnamed.toBuilder()
                .candidate(Candidate.partition(0).withState(CandidateState.DRAINING))
                .build();
        Topology active = unnamed.toBuilder().candidate(Candidate.partition(0)).build();

        assertThat(named.fingerprint()).isEqualTo(unnamed.fingerprint()).isNotEqualTo(active.fingerprint());
        assertThat(owners(named)).isEqualTo(owners(unnamed)).isNotEqualTo(owners(active));
    }

    private static Topology doubled(Topology topology, int... partitions) {
        Set<String> ids = IntStream.of(partitions).mapToObj(Integer::toString).collect(Collectors.toSet());
        return topology.toBuilder()
                .candidates(topology.candidates().stream()
                        .map(c -> ids.contains(c.id()) ? c.withWeight(2 * c.weight()) : c)
                        .toList())
                .build();
    }

    private static List<String> owners(Topology topology) {
        Placement placement = Placement.of(topology);
        return IntStream.range(0, 200)
                .mapToObj(i -> placement
                        .active()
                        .get(placement.owner(("key-" + i).getBytes(UTF_8)))
                        .id())
                .toList();
    }

    /** Ids are any text, also text that looks like the record in which they stand. */
    @Test
    void no_two_lists_of_ids_have_one_fingerprint() {
        String line = " 3ff0000000000000\n";
        Set<String> fingerprints = Set.of(
                fingerprint("a", "b"),
                fingerprint("a" + line + "b"),
                fingerprint("a" + line + "1 b"),
                fingerprint("a", "1 b"),
                fingerprint("a 1", "b"));
        assertThat(fingerprints).hasSize(5);
    }

    private static String fingerprint(String... ids) {
        Topology.Builder builder = Topology.builder();
        for (String id : ids) {
            builder.candidate(Candidate.of(id));
        }
        return builder.build().fingerprint();
    }

    @Test
    void neither_text_nor_fingerprint_gives_a_secret_away() {
        byte[] secret = "0123456789abcdef".getBytes(UTF_8);
        Topology topology = Topology.ofPartitions(1).toBuilder()
                .hash(KeyHash.sipHash24(secret))
                .build();

        assertThat(topology.toString()).doesNotContain("0123456789abcdef").doesNotContain("30313233");
        assertThat(topology.hash().fingerprint()).hasSize(16);
    }

    @Test
    void the_text_of_a_topology_shows_what_is_not_the_default() {
        assertThat(one().toBuilder().base(Base.murmur2(2)).build())
                .hasToString("hrw-v1 xxh3-64:0000000000000000 epoch 5 slot bits 0 base murmur2/2"
                        + " [0:1.0{rack=r1}, 3:1.0{rack=r2}]");
        assertThat(A.withState(CandidateState.FILLING)).hasToString("a:1.0:FILLING");
    }

    @Test
    void a_candidate_is_a_value() {
        Candidate labelled = A.withLabel("zone", "az1").withLabel("rack", "r1");

        assertThat(labelled.labels()).isEqualTo(Map.of("rack", "r1", "zone", "az1"));
        assertThat(labelled.withLabel("rack", "r2").labels()).containsEntry("rack", "r2");
        assertThat(labelled)
                .isEqualTo(A.withLabel("rack", "r1").withLabel("zone", "az1"))
                .hasSameHashCodeAs(A.withLabel("rack", "r1").withLabel("zone", "az1"));
        assertThat(A)
                .isNotEqualTo(B)
                .isNotEqualTo(A.withWeight(2))
                .isNotEqualTo(A.withState(CandidateState.DRAINING))
                .isNotEqualTo(labelled)
                .isNotEqualTo("a");
        assertThat(A.withWeight(2).withState(CandidateState.DRAINING).withLabel("rack", "r1"))
                .isEqualTo(A.withLabel("rack", "r1")
                        .withState(CandidateState.DRAINING)
                        .withWeight(2));
    }
}
