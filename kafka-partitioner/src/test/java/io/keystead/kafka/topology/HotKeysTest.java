package io.keystead.kafka.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Base;
import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HotKeysTest {
    private static final String EXAMPLE =
            "; allowed: lines of FAN-OUT TOPIC FORMAT KEY, for example: 4 orders string" + " customer-17";

    @TempDir
    Path directory;

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private HotKeys load(String content) throws IOException {
        return load(utf8(content));
    }

    private HotKeys load(byte[] content) throws IOException {
        return HotKeys.load(Files.write(directory.resolve("hot"), content));
    }

    @Test
    void aKeyIsReadToTheLastByteOfItsLine() throws IOException {
        HotKeys hot = load("""
                # fan-out topic format key

                \t\r
                2 orders string customer 17, with # and  two spaces
                  3\torders  string \u00e9\ud83d\ude00\r
                4 orders hex 00ff
                5 orders base64 AP8A
                6 orders long -2
                7 orders hex
                8 orders string last""");

        assertThat(hot.fanOut("orders", utf8("customer 17, with # and  two spaces")))
                .isEqualTo(2);
        assertThat(hot.fanOut("orders", utf8("\u00e9\ud83d\ude00"))).isEqualTo(3);
        assertThat(hot.fanOut("orders", new byte[] {0, -1})).isEqualTo(4);
        assertThat(hot.fanOut("orders", new byte[] {0, -1, 0})).isEqualTo(5);
        assertThat(hot.fanOut("orders", ByteBuffer.allocate(8).putLong(-2).array()))
                .isEqualTo(6);
        assertThat(hot.fanOut("orders", new byte[0])).isEqualTo(7);
        assertThat(hot.fanOut("orders", utf8("last"))).isEqualTo(8);
        assertThat(hot.fanOut("orders", utf8("customer 17"))).isEqualTo(HotKeys.NOT_LISTED);
        assertThat(hot.listed("orders")).hasSize(7);
    }

    @Test
    void aTopicsOwnLineReplacesTheOneForEveryTopic() throws IOException {
        HotKeys hot = load("2 * string a\n5 orders string a\n3 orders string b\n");

        assertThat(hot.fanOut("orders", utf8("a"))).isEqualTo(5);
        assertThat(hot.fanOut("payments", utf8("a"))).isEqualTo(2);
        assertThat(hot.fanOut("payments", utf8("b"))).isEqualTo(1);
        assertThat(hot.listed("orders").stream().map(HotKey::toString))
                .containsExactlyInAnyOrder("5 string a", "3 string b");
        assertThat(hot.listed("payments").stream().map(HotKey::toString)).containsExactly("2 string a");
    }

    @Test
    void anEmptyFileAndNoFileListNothing() throws IOException {
        for (HotKeys none : List.of(load(""), load("# nothing"), HotKeys.none())) {
            assertThat(none.fanOut("orders", utf8("a"))).isEqualTo(1);
            assertThat(none.listed("orders")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "1 orders string a ~ the fan-out \"1\" is not a whole number from 2 to 2147483647" + EXAMPLE,
                "x orders string a ~ the fan-out \"x\" is not a whole number from 2 to 2147483647" + EXAMPLE,
                "+4 orders string a ~ the fan-out \"+4\" is not a whole number from 2 to 2147483647" + EXAMPLE,
                "{ARABIC} orders string a ~ the fan-out \"\u0664\" is not a whole number from 2 to 2147483647"
                        + EXAMPLE,
                "00000000002 orders string a ~ the fan-out \"00000000002\" is not a whole number from 2 to 2147483647"
                        + EXAMPLE,
                "3000000000 orders string a ~ the fan-out \"3000000000\" is not a whole number from 2 to 2147483647"
                        + EXAMPLE,
                "2 orders string ~ the key is empty; allowed: the same bytes as \"hex\"",
                "2 orders ~ has fewer than four columns" + EXAMPLE,
                "2 or/ders string a ~ \"or/ders\" is not a topic name; allowed: * for every topic, or 1 to 249 of the"
                        + " characters a-z, A-Z, 0-9, \".\", \"_\" and \"-\", neither \".\" nor \"..\"",
                "2 orders String a ~ \"String\" is not a key format; allowed: string, hex, base64, long",
                "2 orders hex 0 ~ \"0\" is not a key of the format hex; allowed: an even number of hexadecimal digits",
                "2 orders string a{SPACE} ~ the key begins or ends with white space; allowed: the same bytes as \"hex"
                        + " 6120\"",
                "2 orders string a{CR}{CR} ~ has a carriage return that no line feed follows; allowed: lines that end in LF"
                        + " or CR LF",
                "2 orders string a{CR}3 orders string b{CR} ~ has a carriage return that no line feed follows; allowed:"
                        + " lines that end in LF or CR LF",
                "# list{CR}4 orders string a ~ has a carriage return that no line feed follows; allowed: lines that end"
                        + " in LF or CR LF",
                "2 orders string a{ZERO}b ~ the key has a character that does not show; allowed: the same bytes as"
                        + " \"hex 61e2808b62\"",
                "2 orders string a{BAD} ~ the key is not UTF-8; allowed: the same bytes as \"hex 61ff\"",
                "{BOM}2 orders string a ~ the fan-out \"\\ufeff2\" is not a whole number from 2 to 2147483647"
                        + EXAMPLE,
            })
    void aBadLineIsRefusedInOneLineThatNamesIt(String line, String message) throws IOException {
        byte[] bytes = ("# first\n" + line + "\n")
                .replace("{SPACE}", " ")
                .replace("{CR}", "\r")
                .replace("{ZERO}", "\u00e2\u0080\u008b")
                .replace("{ARABIC}", "\u00d9\u00a4")
                .replace("{BOM}", "\u00ef\u00bb\u00bf")
                .replace("{BAD}", "\u00ff")
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> load(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the hot keys file " + directory.resolve("hot") + " line 2: " + message);
    }

    @Test
    void aKeyThatStandsTwiceIsRefusedHoweverItIsSpelled() {
        assertThatThrownBy(() -> load("2 orders string a\n\n3 orders hex 61\n"))
                .hasMessage("the hot keys file " + directory.resolve("hot")
                        + " line 3: the key \"string a\" of topic orders stands in line 1 already; allowed: each key"
                        + " once a topic");
    }

    @Test
    void aFileWhoseLinesEndInCarriageReturnsAloneIsRefused() {
        for (String content : List.of("# list\r4 orders string a\r", "4 orders string a\r", "\r")) {
            assertThatThrownBy(() -> load(content))
                    .hasMessage("the hot keys file " + directory.resolve("hot")
                            + " line 1: has a carriage return that no line feed follows; allowed: lines that end in LF"
                            + " or CR LF");
        }
    }

    @Test
    void aThousandKeysAreAllowedAndTheNextIsRefusedByItsLine() throws IOException {
        StringBuilder content = new StringBuilder("# comments do not count\n\n");
        for (int i = 0; i < 1_000; i++) {
            content.append("2 ")
                    .append(i % 2 == 0 ? "*" : "orders")
                    .append(" long ")
                    .append(i)
                    .append('\n');
        }
        assertThat(load(content.toString()).listed("orders")).hasSize(1_000);
        content.append("# nor here\n2 payments string a\n");
        assertThatThrownBy(() -> load(content.toString()))
                .hasMessage("the hot keys file " + directory.resolve("hot")
                        + " line 1004: is one key too many; allowed: at most 1000 lines that list a key");
    }

    @Test
    void aFileThatCannotBeReadIsRefusedInOneLine() {
        assertThatThrownBy(() -> HotKeys.load(directory.resolve("no\nsuch")))
                .hasMessage("the hot keys file " + directory + "/no\\nsuch does not exist" + EXAMPLE);
        assertThatThrownBy(() -> HotKeys.load(directory)).hasMessageContaining("cannot be read (");
        assertThatThrownBy(() -> load(new byte[(1 << 20) + 1])).hasMessageContaining("is longer than 1048576 bytes");
    }

    static Stream<Topology> topologies() {
        Topology twelve = Topology.ofPartitions(12);
        return Stream.of(
                twelve,
                twelve.toBuilder().slotBits(8).build(),
                twelve.toBuilder().base(Base.murmur2(10)).build(),
                twelve.toBuilder()
                        .candidate(Candidate.partition(12).withWeight(3))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void theCandidatesOfAKeyAreTheFirstOfItsRankAndThoseOfAnyOtherItsOwner(Topology topology) throws IOException {
        HotKeys hot = load("3 orders string a\n1000 orders string everywhere\n");
        Placement placement = Placement.of(topology);

        List<Candidate> ranked =
                placement.rank(utf8("a")).stream().map(Bid::candidate).toList();
        assertThat(hot.candidates("orders", utf8("a"), placement)).isEqualTo(ranked.subList(0, 3));
        assertThat(hot.candidates("payments", utf8("a"), placement)).isEqualTo(ranked.subList(0, 1));
        assertThat(hot.candidates("orders", utf8("everywhere"), placement))
                .containsExactlyInAnyOrderElementsOf(placement.active());
        assertThat(hot.candidates("orders", utf8("b"), placement))
                .containsExactly(placement.active().get(placement.owner(utf8("b"))));
    }

    @Test
    void whateverBytesAKeyHasItsSpellingIsReadBackAsThatKey() throws IOException {
        long seed = 20_261_130;
        SplittableRandom random = new SplittableRandom(seed);
        String[] pieces = {"a", "\u00e9", " ", "\n", "\r", "\t", "\u200b", "\ud83d\ude00", "#", "\"", "\\", "hex 00"};
        for (int i = 0; i < 2_000; i++) {
            byte[] key = new byte[random.nextInt(6)];
            if (i % 2 == 0) {
                random.nextBytes(key);
            } else {
                StringBuilder text = new StringBuilder();
                for (int piece = 0; piece < key.length; piece++) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                key = utf8(text.toString());
            }
            String line = "7 orders " + KeySpelling.of(key);
            Collection<HotKey> listed = load(line + "\n").listed("orders");
            assertThat(listed).as("seed %s: %s", seed, line).hasSize(1);
            assertThat(listed.iterator().next().key())
                    .as("seed %s: %s", seed, line)
                    .isEqualTo(key);
            assertThat(line).doesNotContain("\n", "\r");
        }
    }

    @Test
    void theBeginningOfALongKeySaysThatItIsOne() {
        assertThat(KeySpelling.ofBeginning(new byte[] {1, 2}, 300)).isEqualTo("hex 0102... (300 bytes)");
        assertThat(KeySpelling.shown(new byte[61])).isEqualTo("hex " + "00".repeat(60) + "... (61 bytes)");
    }

    @Test
    void thePropertyNamesTheFile() throws IOException {
        Path file = Files.writeString(directory.resolve("hot"), "3 orders string a\n");
        TopologyConfig config = new TopologyConfig(Map.of("keystead.hot.keys.file", file.toString()));

        assertThat(config.hotKeys().fanOut("orders", utf8("a"))).isEqualTo(3);
        assertThat(config.hotKeysSample()).isEqualTo(100);
        assertThat(config.showsHotKeys()).isFalse();
        assertThat(new TopologyConfig(Map.of("keystead.hot.keys.file", " "))
                        .hotKeys()
                        .listed("orders"))
                .isEmpty();
        assertThat(new TopologyConfig(Map.of("keystead.hot.keys.show", true, "keystead.hot.keys.sample", 0))
                        .showsHotKeys())
                .isTrue();
    }

    @Test
    void aBadFileStopsTheClientWithItsLine() throws IOException {
        Path file = Files.writeString(directory.resolve("hot"), "1 orders string a\n");
        assertThatThrownBy(() -> new TopologyConfig(Map.of("keystead.hot.keys.file", file.toString())))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Invalid value " + file + " for configuration keystead.hot.keys.file: the hot keys file "
                        + file + " line 1: the fan-out \"1\" is not a whole number from 2 to 2147483647" + EXAMPLE);
        assertThatThrownBy(() -> new TopologyConfig(Map.of("keystead.hot.keys.show", "yes")))
                .hasMessage("Invalid value yes for configuration keystead.hot.keys.show: \"yes\" is neither; allowed:"
                        + " true, false");
    }
}
