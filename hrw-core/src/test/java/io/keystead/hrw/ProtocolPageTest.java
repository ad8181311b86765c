package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.hrw.hash.Utf8;
import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/protocol.md has the limits that the code has, and examples with every word on the way that the code computes; with
 * -Dkeystead.docs.write=true these tests write them.
 */
class ProtocolPageTest {
    private static final ReferencePage PAGE = new ReferencePage("protocol.md", ProtocolPageTest.class);
    private static final KeyHash XXH3 = KeyHash.xxh3(0);
    private static final byte[] KEY = "order-4711".getBytes(UTF_8);

    /** Of what the paper on SipHash calls its test values: the bytes 0 to 15. */
    private static final byte[] SECRET = counting(16);

    /** Where XXH3 goes another way, the last length of each way and the first of the next. */
    private static final int[] XXH3_LENGTHS = {0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 1025};

    @Test
    void the_fields_of_a_topology_have_the_limits_that_the_code_has() throws IOException {
        String states = Arrays.stream(CandidateState.values())
                .map(state -> "`" + state.name().toLowerCase(Locale.ROOT) + "`")
                .collect(Collectors.joining(", "));
        PAGE.checkPart(
                "fields",
                new MarkdownTable("field", "value", "default")
                        .row("algorithm", "`" + Topology.ALGORITHM + "`", "")
                        .row(
                                "hash",
                                "`" + XXH3.name() + "`, or `"
                                        + KeyHash.sipHash24(SECRET).name() + "` for keys that strangers choose",
                                "`" + Topology.ofPartitions(1).hash().name() + "`")
                        .row(
                                "seed",
                                "of `" + XXH3.name() + "`: 0 to " + Long.toUnsignedString(-1),
                                "`" + Topology.ofPartitions(1).hash().fingerprint() + "`")
                        .row(
                                "secret",
                                "of `" + KeyHash.sipHash24(SECRET).name() + "`: " + SECRET.length
                                        + " raw bytes. Never shown; its fingerprint is the first 8 bytes of SHA-256(secret)",
                                "")
                        .row(
                                "key encoding",
                                "the serialized key's bytes as they stand, or [`avro-canonical`](#avro-keys)",
                                "as they stand")
                        .row(
                                "candidate id",
                                "text that never changes while the candidate lives: a partition's or subtask's number in"
                                        + " decimal, without sign or leading zeros, or a stable name. Not empty,"
                                        + " well-formed Unicode, never normalised, distinct as UTF-8",
                                "")
                        .row(
                                "weight",
                                "a double from " + Candidate.MIN_WEIGHT + " to " + Candidate.MAX_WEIGHT
                                        + "; anything else is an error. Who must get nothing is left out",
                                "" + Candidate.of("0").weight())
                        .row(
                                "state",
                                states + "; only active candidates contend",
                                "`" + Candidate.of("0").state().name().toLowerCase(Locale.ROOT) + "`")
                        .row(
                                "slot bits",
                                "0 (each key is ranked by itself) to " + Topology.MAX_SLOT_BITS,
                                "" + Topology.ofPartitions(1).slotBits())
                        .row("base", "none, or `murmur2/n` with n from 1 to " + Base.MAX_PARTITIONS, "none")
                        .row("labels, constraints", "of candidates, and over them: [below](#constraints)", "none")
                        .row(
                                "epoch",
                                "a number that grows by one with every change; always 0 where the topology comes from"
                                        + " properties",
                                "" + Topology.ofPartitions(1).epoch())
                        .toString());
    }

    @Test
    void hashes_of_all_lengths_that_go_another_way_are_shown() throws IOException {
        MarkdownTable xxh3 = new MarkdownTable("bytes", "seed 0", "seed 42", "seed 2^64 - 1");
        for (int length : XXH3_LENGTHS) {
            xxh3.row(
                    "" + length,
                    word(XXH3.hash(counting(length))),
                    word(KeyHash.xxh3(42).hash(counting(length))),
                    word(KeyHash.xxh3(-1).hash(counting(length))));
        }
        PAGE.checkPart("XXH3", xxh3.toString());

        KeyHash secret = KeyHash.sipHash24(SECRET);
        MarkdownTable sipHash = new MarkdownTable("bytes", secret.name());
        for (int length : new int[] {0, 1, 7, 8, 9, 15, 16, 63}) {
            sipHash.row("" + length, word(secret.hash(counting(length))));
        }
        PAGE.checkPart(
                "SipHash",
                "Under the secret `" + hex(SECRET) + "`, whose fingerprint is `" + secret.fingerprint() + "`:\n\n"
                        + sipHash);

        MarkdownTable murmur2 = new MarkdownTable("key", "murmur2", "& 0x7fffffff", "mod 12");
        for (String key : List.of("", "a", "ab", "abc", "abcd", "order-4711")) {
            byte[] bytes = key.getBytes(UTF_8);
            int hash = Murmur2.hash(bytes, 0, bytes.length);
            murmur2.row(
                    key.isEmpty() ? "no bytes" : "`" + key + "`",
                    String.format("%08x", hash),
                    String.format("%08x", hash & Integer.MAX_VALUE),
                    "" + Murmur2.partition(bytes, 0, bytes.length, 12));
        }
        PAGE.checkPart("murmur2", murmur2.toString());
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void an_example_of_equal_weights_shows_every_word_on_the_way() throws IOException {
        Placement placement = Placement.of(Topology.ofPartitions(3));
        long keyHash = XXH3.hash(KEY);
        MarkdownTable table = new MarkdownTable(
                "id", "utf8", "hash(utf8(id))", "nodeHash", "h ^ nodeHash", "line 1 of mix", "line 2", "score", "rank");
        for (Candidate candidate : placement.active()) {
            byte[] id = Utf8.encode(candidate.id());
            long first = step(keyHash ^ candidate.nodeHash(XXH3), 30, 0xBF58476D1CE4E5B9L);
            long second = step(first, 27, 0x94D049BB133111EBL);
            long score = Score.of(keyHash, candidate.nodeHash(XXH3));
            assertThat(second ^ second >>> 31).isEqualTo(score);
            table.row(
                    candidate.id(),
                    hex(id),
                    word(XXH3.hash(id)),
                    word(candidate.nodeHash(XXH3)),
                    word(keyHash ^ candidate.nodeHash(XXH3)),
                    word(first),
                    word(second),
                    word(score),
                    "" + (ids(placement.rank(KEY)).indexOf(candidate.id()) + 1));
        }
        PAGE.checkPart("equal weights", key(keyHash) + "\n" + table);
    }

    private static long step(long z, int shift, long factor) {
        return (z ^ z >>> shift) * factor;
    }

    private static String key(long keyHash) {
        return "The key `" + new String(KEY, UTF_8) + "`, `" + hex(KEY) + "`, has the keyHash h = `" + word(keyHash)
                + "`.\n";
    }

    @Test
    void an_example_of_unequal_weights_shows_every_word_on_the_way() throws IOException {
        Topology topology = Topology.builder()
                .candidate(Candidate.of("0"))
                .candidate(Candidate.of("1").withWeight(2.5))
                .candidate(Candidate.of("2").withWeight(0.5))
                .build();
        Placement placement = Placement.of(topology);
        List<String> ranked = ids(placement.rank(KEY));
        MarkdownTable table =
                new MarkdownTable("id", "weight", "score >> 12", "u", "-log(u)", "t", "t in decimal", "rank");
        for (Candidate candidate : placement.active()) {
            long score = Score.of(XXH3.hash(KEY), candidate.nodeHash(XXH3));
            double time = Score.time(score, candidate.weight());
            table.row(
                    candidate.id(),
                    "" + candidate.weight(),
                    word(score >>> 12),
                    bits(Score.uniform(score)),
                    bits(Score.time(score, 1)),
                    bits(time),
                    "" + time,
                    "" + (ranked.indexOf(candidate.id()) + 1));
        }
        PAGE.checkPart("unequal weights", table.toString());
    }

    @Test
    void an_example_of_slots_shows_every_word_on_the_way() throws IOException {
        Placement placement =
                Placement.of(Topology.ofPartitions(3).toBuilder().slotBits(16).build());
        int slot = placement.slot(KEY).orElseThrow();
        byte[] digits = Utf8.encode("" + slot);
        List<Bid> bids = placement.rank(KEY);
        MarkdownTable table = new MarkdownTable("id", "score(slotHash, id)", "rank");
        for (Candidate candidate : placement.active()) {
            table.row(
                    candidate.id(),
                    word(Score.of(XXH3.hash(digits), candidate.nodeHash(XXH3))),
                    "" + (ids(bids).indexOf(candidate.id()) + 1));
        }
        PAGE.checkPart(
                "slots",
                "With 16 slot bits the key's slot is `" + word(XXH3.hash(KEY)) + "` >> 48 = " + slot
                        + ", whose utf8 is `" + hex(digits) + "` and whose slotHash is `" + word(XXH3.hash(digits))
                        + "`.\n\n" + table);
    }

    @Test
    void ids_are_ordered_by_their_bytes() throws IOException {
        List<String> ids = Stream.of("10", "2", "a", "ab", "b", "\uFF5E", "\uD83D\uDE00")
                .sorted(Utf8.ORDER)
                .toList();
        assertThat(ids)
                .as("UTF-16 has another order")
                .isNotEqualTo(ids.stream().sorted().toList());
        PAGE.checkPart(
                "order of ids",
                "From the smallest on: "
                        + ids.stream()
                                .map(id -> "`" + id + "` (`" + hex(Utf8.encode(id)) + "`)")
                                .collect(Collectors.joining(", "))
                        + ".\nBy UTF-16 units the last two would change places.\n");
    }

    @Test
    void an_example_of_a_base_has_each_of_the_three_cases() throws IOException {
        Base base = Base.murmur2(2);
        Topology grown = Topology.ofPartitions(3).toBuilder().base(base).build();
        Topology retired = grown.toBuilder()
                .candidates(List.of(Candidate.partition(1), Candidate.partition(2)))
                .build();
        MarkdownTable table = new MarkdownTable("key", "murmur2", "b", "rank of 0, 1, 2", "active", "owner", "because");
        row(table, grown, base, key -> key.owner.equals("2"), "a later partition won");
        row(table, grown, base, key -> key.home == 0 && key.contest.get(0).equals("1"), "one of the base won");
        row(
                table,
                retired,
                base,
                key -> key.home == 0 && !key.contest.get(0).equals("2"),
                "one of the base won, and b is not active: the first of the active ones");
        PAGE.checkPart("base", table.toString());
    }

    /** The first key of order-0, order-1 and so on that is such a case. */
    private static void row(MarkdownTable table, Topology topology, Base base, Predicate<BasedKey> isCase, String why) {
        BasedKey key = IntStream.range(0, 1_000)
                .mapToObj(i -> new BasedKey("order-" + i, topology, base))
                .filter(isCase)
                .findFirst()
                .orElseThrow();
        byte[] bytes = key.key.getBytes(UTF_8);
        table.row(
                "`" + key.key + "`",
                String.format("%08x", Murmur2.hash(bytes, 0, bytes.length)),
                "" + key.home,
                String.join(", ", key.contest),
                topology.active().stream().map(Candidate::id).collect(Collectors.joining(", ")),
                key.owner,
                why);
    }

    private static final class BasedKey {
        final String key;
        final int home;
        final List<String> contest;
        final String owner;

        BasedKey(String key, Topology topology, Base base) {
            byte[] bytes = key.getBytes(UTF_8);
            Placement placement = Placement.of(topology);
            this.key = key;
            this.home = base.home(bytes, 0, bytes.length);
            this.contest = ids(Placement.of(Topology.ofPartitions(3)).rank(bytes));
            this.owner = placement.active().get(placement.owner(bytes)).id();
        }
    }

    @Test
    void an_example_of_constraints_shows_who_is_skipped_and_what_is_given_up() throws IOException {
        List<Candidate> order =
                List.of(at("A", "az1", "r1"), at("B", "az1", "r1"), at("C", "az1", "r2"), at("D", "az2", "r3"));
        List<Constraint> constraints = List.of(Constraint.atLeast(2, "zone"), Constraint.distinct("rack"));
        MarkdownTable table = new MarkdownTable("wanted", "chosen", "given up");
        for (int count = 2; count <= order.size(); count++) {
            Selection selection = Selection.inOrder(order, count, constraints);
            table.row(
                    "" + count,
                    selection.chosen().stream().map(Candidate::id).collect(Collectors.joining(", ")),
                    selection.relaxed().isEmpty()
                            ? "nothing"
                            : selection.relaxed().stream()
                                    .map(constraint -> "`" + constraint + "`")
                                    .collect(Collectors.joining(", ")));
        }
        PAGE.checkPart(
                "constraints",
                "In rank order "
                        + order.stream()
                                .map(candidate -> candidate.id() + " ("
                                        + String.join(", ", candidate.labels().values()) + ")")
                                .collect(Collectors.joining(", "))
                        + ", under "
                        + constraints.stream()
                                .map(constraint -> "`" + constraint + "`")
                                .collect(Collectors.joining(", then "))
                        + ":\n\n" + table);
    }

    private static Candidate at(String id, String zone, String rack) {
        return Candidate.of(id).withLabel("zone", zone).withLabel("rack", rack);
    }

    @Test
    void an_example_of_bounded_balance_shows_all_pairs_in_their_order() throws IOException {
        List<String> things = List.of("payments-0", "payments-1", "payments-2", "payments-3", "payments-4");
        List<Candidate> members = List.of(Candidate.of("a"), Candidate.of("b"));
        Map<String, String> tight =
                BoundedBalance.assign(XXH3, things, members, 0).owners();
        Map<String, String> loose =
                BoundedBalance.assign(XXH3, things, members, 0.25).owners();
        MarkdownTable table = new MarkdownTable("thing", "member", "score", "slack 0", "slack 0.25");
        for (Pair pair : pairs(things, members)) {
            table.row(pair.thing, pair.member, word(pair.score), pair.verdict(tight), pair.verdict(loose));
        }
        assertThat(tight).as("slack decides in this example").isNotEqualTo(loose);
        PAGE.checkPart("bounded balance", table.toString());
    }

    private static List<Pair> pairs(List<String> things, List<Candidate> members) {
        List<Pair> pairs = new ArrayList<>();
        for (String thing : things) {
            for (Candidate member : members) {
                pairs.add(new Pair(thing, member.id(), Score.of(XXH3.hash(Utf8.encode(thing)), member.nodeHash(XXH3))));
            }
        }
        pairs.sort(Comparator.<Pair, Long>comparing(pair -> pair.score, Long::compareUnsigned)
                .reversed());
        return pairs;
    }

    private static final class Pair {
        final String thing;
        final String member;
        final long score;

        Pair(String thing, String member, long score) {
            this.thing = thing;
            this.member = member;
            this.score = score;
        }

        String verdict(Map<String, String> owners) {
            return member.equals(owners.get(thing)) ? "accepted" : "";
        }
    }

    private static List<String> ids(List<Bid> bids) {
        return bids.stream().map(bid -> bid.candidate().id()).toList();
    }

    private static String bits(double number) {
        return word(Double.doubleToRawLongBits(number));
    }

    private static String word(long word) {
        return String.format("%016x", word);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
