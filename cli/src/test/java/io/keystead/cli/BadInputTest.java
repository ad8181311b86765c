package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
    @TempDir
    static Path files = Path.of("");

    @BeforeAll
    static void write() throws IOException {
        Files.write(files.resolve("short"), new byte[15]);
        Files.write(files.resolve("long"), new byte[17]);
        Files.write(files.resolve("secret"), new byte[16]);
        Files.writeString(files.resolve("list.json"), "[]");
        Files.writeString(files.resolve("null.json"), "null");
        Files.writeString(files.resolve("broken.json"), "{\n\"protocol\": \"hrw-v1\"");
        Files.writeString(files.resolve("twice.json"), "{\"rank\": [], \"rank\": []}");
        Files.writeString(files.resolve("one-key"), "a\na\n\n");
        Files.writeString(files.resolve("empty"), "");
        Files.writeString(files.resolve("header.csv"), "key,bytes\n");
        Files.writeString(files.resolve("negative.csv"), "key,bytes\na,1\nb,-1\n");
        Files.writeString(files.resolve("ragged.csv"), "key,bytes\na,1\nb\n");
        Files.writeString(files.resolve("quote.csv"), "key,bytes\na,1\n\"b,1\n");
        Files.writeString(files.resolve("open.csv"), "key\na\n\"b\nc\"\n\"d\ne\nf\n");
        Files.write(files.resolve("latin.csv"), "key\ncafé\nthé\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(files.resolve("long-key"), "a\n" + "b".repeat(65_537) + "\n");
        Files.createDirectory(files.resolve("data"));
        Files.writeString(files.resolve("data/file"), "");
    }

    /** Words that begin with @ are files of the directory above. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void bad_input_is_one_line_that_names_value_source_and_what_is_allowed(String words, String line) {
        String[] args = Arrays.stream(words.split(" "))
                .filter(word -> !word.isEmpty())
                .map(word ->
                        word.startsWith("@") ? files.resolve(word.substring(1)).toString() : word)
                .toArray(String[]::new);

        Command.Result result = Command.run(args);

        assertThat(result.err()).isEqualTo(line.replace("@", files + "/") + "\n");
        assertThat(result.out()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(2);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                line("", "keystead: Missing required subcommand; allowed: see keystead --help"),
                line(
                        "explane",
                        "keystead: Unmatched argument at index 0: 'explane'; did you mean 'plan' or 'explain' or 'owner'?;"
                                + " allowed: see keystead --help"),
                line("vectors", "keystead vectors: Missing required subcommand; allowed: see keystead vectors --help"),
                line(
                        "explain",
                        "keystead explain: Missing required parameter: 'KEY'; allowed: see keystead explain --help"),
                line(
                        "explain a --partitons=3",
                        "keystead explain: Unknown option: '--partitons=3'; did you mean '--partitions'?; allowed: see"
                                + " keystead explain --help"),
                line(
                        "explain a b --partitions 3",
                        "keystead explain: Unmatched argument at index 2: 'b'; allowed: see keystead explain --help"),
                line(
                        "explain a --partitions",
                        "keystead explain: Missing required parameter for option '--partitions' (LIST); allowed: see keystead"
                                + " explain --help"),
                line(
                        "explain a --partitions 3 --partitions 4",
                        "keystead explain: option '--partitions' (LIST) should be specified only once; allowed: see keystead"
                                + " explain --help"),
                line("explain a", "keystead explain: no candidates; allowed: --partitions 12, or --candidates a,b,c"),
                line(
                        "explain a --partitions x",
                        "keystead explain: --partitions: \"x\" is not a partition or a range; allowed: partition numbers and"
                                + " ranges such as 0-11,14, each once, at most 1048576 in all"),
                line(
                        "explain a --partitions 0",
                        "keystead explain: --partitions: \"0\" partitions are out of range; allowed: 1 to 1048576"),
                line(
                        "explain a --partitions 3 --weights 0-3:2",
                        "keystead explain: --weights: partition 3 in \"0-3:2\" is not active; allowed: those of --partitions"
                                + " 3"),
                line(
                        "explain a --partitions 3 --weights 1:0",
                        "keystead explain: --weights: the weight 0.0 of candidate \"1\" is out of range; allowed: 1e-6 to 1e6"
                                + " (leave a candidate out to give it nothing)"),
                line(
                        "explain a --candidates a --partitions 3",
                        "keystead explain: --partitions: \"3\" does not go with --candidates; allowed: one of the two"),
                line(
                        "explain a --candidates a --weights 0:1",
                        "keystead explain: --weights: \"0:1\" does not go with --candidates; allowed: one of the two"),
                line(
                        "explain a --candidates a,,b",
                        "keystead explain: --candidates: a candidate id is empty; allowed: any non-empty Unicode text"),
                line(
                        "explain a --candidates a,\u2003b",
                        "keystead explain: --candidates: \"\u2003b\" is not a candidate id; allowed: text without control"
                                + " characters and without blanks around it"),
                line(
                        "explain a --candidates a\u0001\u0085c",
                        "keystead explain: --candidates: \"a??c\" is not a candidate id; allowed: text without control"
                                + " characters and without blanks around it"),
                line(
                        "owner --partitions 12 --base murmur2/13",
                        "keystead owner: --base: \"murmur2/13\" has more partitions than --partitions 12; allowed: a base of"
                                + " the topic's first partitions, or, where partitions are retired, a list such as"
                                + " --partitions 0-11"),
                line(
                        "explain -x --partitions 3",
                        "keystead explain: Unknown option: '-x'; allowed: see keystead explain --help, and -- before a KEY that"
                                + " begins with a hyphen"),
                line(
                        "explain a --partitions 3 --hash xxh3-64 --secret-file @secret",
                        "keystead explain: --secret-file: \"@secret\" does not go with --hash xxh3-64; allowed: one of the"
                                + " two"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --secret-file=",
                        "keystead explain: --secret-file: \"\" is empty; allowed: a file"),
                line("demo --keys=", "keystead demo: --keys: \"\" is empty; allowed: a file"),
                line(
                        "vectors check @list.json",
                        "keystead vectors check: FILE: \"@list.json\" is a JSON array; allowed: an object"),
                line(
                        "vectors check @empty",
                        "keystead vectors check: FILE: \"@empty\" is empty; allowed: a JSON object"),
                line(
                        "explain a --candidates a,b,a",
                        "keystead explain: the options together: the candidate id \"a\" stands twice; allowed: distinct ids"),
                line(
                        "explain a --candidates a --base murmur2/3",
                        "keystead explain: the options together: the candidate id \"a\" with the base murmur2/3; allowed with"
                                + " a base: partition numbers in decimal without leading zeros"),
                line(
                        "explain a --partitions 3 --base murmur/3",
                        "keystead explain: --base: \"murmur/3\" is not a base; allowed: murmur2/n, where n is the number of"
                                + " partitions that Kafka's default partitioner filled, for example murmur2/12"),
                line(
                        "explain a --partitions 3 --slot-bits 4 --base murmur2/3",
                        "keystead explain: the options together: slot bits 4 with the base murmur2/3; allowed with a base: 0"),
                line(
                        "explain a --partitions 3 --slot-bits 21",
                        "keystead explain: --slot-bits: \"21\" is not a number from 0 to 20"),
                line(
                        "explain a --partitions 3 --hash md5",
                        "keystead explain: --hash: \"md5\" is not a hash; allowed: xxh3-64, siphash-2-4"),
                line(
                        "explain a --partitions 3 --seed -1",
                        "keystead explain: --seed: \"-1\" is not a seed; allowed: 0 to 18446744073709551615, or 0x and up to"
                                + " 16 hexadecimal digits"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --seed 1",
                        "keystead explain: --seed: \"1\" does not go with --hash siphash-2-4; allowed: one of the two"),
                line(
                        "explain a --partitions 3 --secret-file @secret",
                        "keystead explain: --secret-file: \"@secret\" does not go with the default hash; allowed: with --hash siphash-2-4"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4",
                        "keystead explain: --hash: \"siphash-2-4\" has no secret; allowed: with --secret-file FILE, 16 raw"
                                + " bytes"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --secret-file @short",
                        "keystead explain: --secret-file: \"@short\" has 15 bytes; allowed: exactly 16"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --secret-file @long",
                        "keystead explain: --secret-file: \"@long\" has more than 16 bytes; allowed: exactly 16"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --secret-file @nowhere",
                        "keystead explain: --secret-file: \"@nowhere\" does not exist; allowed: a file that can be read"),
                line(
                        "explain a --partitions 3 --hash siphash-2-4 --secret-file @data",
                        "keystead explain: --secret-file: \"@data\" cannot be read: Is a directory"),
                line(
                        "explain a --partitions 3 --top 0",
                        "keystead explain: --top: \"0\" is not a number from 1 to 2147483647"),
                line(
                        "explain a --partitions 3 --key-format utf8",
                        "keystead explain: --key-format: \"utf8\" is not a key format; allowed: string, hex, base64, long"),
                line(
                        "explain 0x1 --partitions 3 --key-format hex",
                        "keystead explain: KEY: \"0x1\" is not a key of the format hex; allowed: an even number of hexadecimal"
                                + " digits"),
                line(
                        "explain zz --partitions 3 --key-format hex",
                        "keystead explain: KEY: \"zz\" is not a key of the format hex; allowed: an even number of hexadecimal"
                                + " digits"),
                line(
                        "explain a! --partitions 3 --key-format base64",
                        "keystead explain: KEY: \"a!\" is not a key of the format base64; allowed: base64 as in RFC 4648"),
                line(
                        "explain 1.5 --partitions 3 --key-format long",
                        "keystead explain: KEY: \"1.5\" is not a key of the format long; allowed: a whole number from"
                                + " -9223372036854775808 to 9223372036854775807"),
                line(
                        "explain \uFFFD --partitions 3",
                        "keystead explain: KEY: \"\uFFFD\" is not text in this locale; allowed: UTF-8, or --key-format hex"),
                line(
                        "owner --partitions 3 --key-format json",
                        "keystead owner: --key-format: \"json\" is not a key format; allowed: string, hex, base64, long"),
                line(
                        "vectors check",
                        "keystead vectors check: Missing required parameter: 'FILE'; allowed: see keystead vectors check"
                                + " --help"),
                line(
                        "vectors check @nowhere",
                        "keystead vectors check: FILE: \"@nowhere\" does not exist; allowed: a file that can be read"),
                line(
                        "vectors check @broken.json",
                        "keystead vectors check: FILE: \"@broken.json\" is not JSON: line 2, column 21; allowed: a JSON object"),
                line(
                        "vectors check @twice.json",
                        "keystead vectors check: FILE: \"@twice.json\" is not JSON: line 1, column 20: Duplicate field 'rank'; allowed: a JSON object"),
                line(
                        "vectors check @null.json",
                        "keystead vectors check: FILE: \"@null.json\" is a JSON null; allowed: an object"),
                line(
                        "verify orders",
                        "keystead verify: Missing required option: '--bootstrap-server=HOST:PORT'; allowed: see keystead"
                                + " verify --help"),
                line(
                        "verify --bootstrap-server x:1",
                        "keystead verify: Missing required parameter: 'TOPIC'; allowed: see keystead verify --help"),
                line(
                        "verify orders --bootstrap-server here",
                        "keystead verify: --bootstrap-server: Invalid url in bootstrap.servers: here"),
                line(
                        "verify orders --bootstrap-server x:1 --command-config @nowhere",
                        "keystead verify: --command-config: \"@nowhere\" does not exist; allowed: a file that can be read"),
                line(
                        "verify orders --bootstrap-server x:1 --hot-keys @one-key",
                        "keystead verify: --hot-keys: the hot keys file @one-key line 1: has fewer than four columns;"
                                + " allowed: lines of FAN-OUT TOPIC FORMAT KEY, for example: 4 orders string customer-17"),
                line(
                        "verify orders --bootstrap-server x:1 --from now",
                        "keystead verify: --from: \"now\" is not a place; allowed: beginning, end, or an offset"),
                line(
                        "verify orders --bootstrap-server x:1 --from 7 --since 1h",
                        "keystead verify: --from: \"7\" does not go with --since; allowed: one of the two"),
                line(
                        "verify orders --bootstrap-server x:1 --since yesterday",
                        "keystead verify: --since: \"yesterday\" is not a time; allowed: how long ago, such as 15m, 2h or"
                                + " 7d, or a time with its zone such as 2026-11-30T08:00:00Z"),
                line(
                        "verify orders --bootstrap-server x:1 --since 2026-11-30T08:00:00",
                        "keystead verify: --since: \"2026-11-30T08:00:00\" is not a time; allowed: how long ago, such as"
                                + " 15m, 2h or 7d, or a time with its zone such as 2026-11-30T08:00:00Z"),
                line(
                        "verify orders --bootstrap-server x:1 --since +999999999-12-31T00:00:00Z",
                        "keystead verify: --since: \"+999999999-12-31T00:00:00Z\" is not a time; allowed: how long ago,"
                                + " such as 15m, 2h or 7d, or a time with its zone such as 2026-11-30T08:00:00Z"),
                line(
                        "verify orders --bootstrap-server x:1 --for 5m",
                        "keystead verify: --for: \"5m\" goes with --live only"),
                line(
                        "verify orders --bootstrap-server x:1 --live --for 5",
                        "keystead verify: --for: \"5\" is not a duration; allowed: 500ms, 90s, 15m, 2h, 7d"),
                line(
                        "verify orders --bootstrap-server x:1 --max-records 0",
                        "keystead verify: --max-records: \"0\" is not a number from 1 to 2147483647"),
                line(
                        "verify orders --bootstrap-server x:1 --threads 65",
                        "keystead verify: --threads: \"65\" is not a number from 1 to 64"),
                line(
                        "verify orders --bootstrap-server x:1 --windowed hopping",
                        "keystead verify: --windowed: \"hopping\" is not a kind of window; allowed: time, session,"
                                + " window-store"),
                line("sandbox --brokers 10", "keystead sandbox: --brokers: \"10\" is not a number from 1 to 9"),
                line(
                        "sandbox --brokers 3 --port 65534",
                        "keystead sandbox: --port: \"65534\" is not a number from 0 to 65533"),
                line(
                        "sandbox --topic orders",
                        "keystead sandbox: --topic: \"orders\" is not a topic; allowed: name:partitions such as orders:12, the"
                                + " name of letters, digits, '.', '_' and '-', 1 to 10000 partitions"),
                line(
                        "sandbox --topic ..:3",
                        "keystead sandbox: --topic: \"..:3\" is not a topic; allowed: name:partitions such as orders:12, the"
                                + " name of letters, digits, '.', '_' and '-', 1 to 10000 partitions"),
                line(
                        "sandbox --port 0 --dir @data",
                        "keystead sandbox: --dir: \"@data\" is not empty; allowed: a directory that is absent or empty"),
                line(
                        "sandbox --port 0 --dir @short",
                        "keystead sandbox: --dir: \"@short\" is not a directory; allowed: a directory that is absent or empty"),
                line(
                        "sandbox --port 0 --dir @a,b",
                        "keystead sandbox: --dir: \"@a,b\" has a comma in its path, which Kafka splits at; allowed: a directory that is absent or empty"),
                line("demo --partitions 200", "keystead demo: --partitions: \"200\" is not a number from 1 to 199"),
                line("demo --grow-to 12", "keystead demo: --grow-to: \"12\" is not a number from 13 to 200"),
                line(
                        "demo --keys @nowhere",
                        "keystead demo: --keys: \"@nowhere\" does not exist; allowed: a file that can be read"),
                line(
                        "demo --keys @empty",
                        "keystead demo: --keys: \"@empty\" has 0 keys; allowed: at least 2 distinct keys"),
                line(
                        "demo --keys @one-key",
                        "keystead demo: --keys: \"@one-key\" has 1 key; allowed: at least 2 distinct keys"),
                line(
                        "demo --keys @header.csv",
                        "keystead demo: --keys: \"@header.csv\" has 0 keys; allowed: at least 2 distinct keys"),
                line(
                        "demo --keys @negative.csv",
                        "keystead demo: --keys: \"@negative.csv\" line 3: bytes \"-1\"; allowed: a whole number from 0 to"
                                + " 2^50"),
                line(
                        "demo --keys @ragged.csv",
                        "keystead demo: --keys: \"@ragged.csv\" line 3: the number of fields is 1; allowed: 2, as in the header"),
                line(
                        "demo --keys @quote.csv",
                        "keystead demo: --keys: \"@quote.csv\" line 3: the quote is not closed; allowed: RFC 4180"),
                line(
                        "demo --keys @open.csv",
                        "keystead demo: --keys: \"@open.csv\" line 5: the quote is not closed; allowed: RFC 4180"),
                line(
                        "demo --keys @latin.csv",
                        "keystead demo: --keys: \"@latin.csv\" line 2: the key is not UTF-8; allowed: UTF-8, or any bytes in a"
                                + " file of lines"),
                line(
                        "demo --keys @long-key",
                        "keystead demo: --keys: \"@long-key\" line 2: a key of 65537 bytes; allowed: at most 65536"));
    }

    private static Arguments line(String words, String line) {
        return Arguments.of(words, line);
    }

    @Test
    void a_line_that_is_not_a_key_is_named_by_its_number_after_what_came_before_it_was_answered() {
        byte[] input = "00\nff\n0g\n01\n".getBytes(StandardCharsets.UTF_8);

        Command.Result result = Command.run(input, "owner", "--candidates", "only", "--key-format", "hex");

        assertThat(result.out()).isEqualTo("00\tonly\nff\tonly\n");
        assertThat(result.err())
                .isEqualTo(
                        "keystead owner: line 3 of standard input: \"0g\" is not a key of the format hex; allowed: an even"
                                + " number of hexadecimal digits\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void a_long_and_binary_line_is_shown_in_part_and_in_one_line() {
        byte[] input = ("\u0000\r" + "x".repeat(100)).getBytes(StandardCharsets.UTF_8);

        Command.Result result = Command.run(input, "owner", "--partitions", "3", "--key-format", "long");

        assertThat(result.err())
                .isEqualTo(
                        "keystead owner: line 1 of standard input: \"??" + "x".repeat(58) + "...\" is not a key of the"
                                + " format long; allowed: a whole number from -9223372036854775808 to 9223372036854775807\n");
    }

    @Test
    void a_refused_directory_of_the_sandbox_gets_no_log_beside_it_and_one_that_is_there_stays() throws IOException {
        Path log = Files.writeString(files.resolve("data.log"), "of another run");

        Command.run("sandbox", "--port", "0", "--dir", files.resolve("data").toString());
        Command.run("sandbox", "--port", "0", "--dir", files.resolve("short").toString());

        assertThat(log).hasContent("of another run");
        assertThat(files.resolve("short.log")).doesNotExist();
    }

    @Test
    void the_stack_trace_is_there_for_those_who_ask() {
        assertThat(Command.run("explain", "a", "--debug", "--partitions", "x").err())
                .startsWith("keystead explain: --partitions: \"x\" is not a partition or a range;")
                .contains("\tat io.keystead.cli.");
        assertThat(Command.run("explain", "--debug").err()).contains("\tat picocli.");
    }
}
