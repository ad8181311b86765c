package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.cli.Command;
import io.keystead.cli.Command.Result;
import io.keystead.hrw.hash.Murmur2;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands plan and compare as a user starts them. */
class PlanTest {
    private static final int KEYS = 2_000;

    @TempDir
    private static Path directory = Path.of("");

    private static String lines() {
        StringBuilder keys = new StringBuilder();
        IntStream.range(0, KEYS).forEach(i -> keys.append("order-").append(i).append('\n'));
        return keys.toString();
    }

    private static Result plan(String input, String... options) {
        List<String> args = new ArrayList<>(List.of("plan", "--keys", "-"));
        args.addAll(List.of(options));
        return Command.run(input.getBytes(StandardCharsets.UTF_8), args.toArray(String[]::new));
    }

    private static JsonNode json(Result result) throws Exception {
        assertThat(result.exitCode()).as(result.err()).isZero();
        return new ObjectMapper().readTree(result.out());
    }

    @Test
    void kafka_s_default_is_counted_by_kafka_s_own_hash_and_an_adopted_topic_moves_nothing_at_adoption()
            throws Exception {
        JsonNode report = json(plan(lines(), "--from", "12", "--to", "13", "--json"));

        long moved = IntStream.range(0, KEYS)
                .mapToObj(i -> ("order-" + i).getBytes(StandardCharsets.UTF_8))
                .filter(key -> Murmur2.partition(key, 0, key.length, 12) != Murmur2.partition(key, 0, key.length, 13))
                .count();
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(KEYS);
        JsonNode modulo = algorithm(report, "modulo");
        assertThat(Math.round(modulo.at("/keys/moved/all").doubleValue() * KEYS))
                .isEqualTo(moved);
        JsonNode adopted = algorithm(report, "hrw murmur2/12");
        assertThat(adopted.at("/keys/adoption/all").doubleValue()).isZero();
        assertThat(adopted.at("/keys/moved/needless").doubleValue()).isZero();
        assertThat(report.at("/verdict/fits").textValue()).isEqualTo("hrw murmur2/12");
    }

    private static JsonNode algorithm(JsonNode report, String name) {
        for (JsonNode algorithm : report.get("algorithms")) {
            if (algorithm.get("name").textValue().equals(name)) {
                return algorithm;
            }
        }
        throw new AssertionError("no " + name);
    }

    @Test
    void columns_bytes_and_counts_are_read_and_bad_rows_are_shown() throws Exception {
        String csv = "id,size,n\na,100,3\n,5,1\nb,50,x\nc,1,1\n";
        String[] options = {
            "--from", "4", "--grow", "1", "--key-column", "id", "--bytes-column", "size", "--count-column", "n"
        };
        Result text = plan(csv, options);

        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("2 rows were left out")
                .contains("line 3: ")
                .contains("line 4: ");
        List<String> args = new ArrayList<>(List.of(options));
        args.add("--json");
        JsonNode report = json(plan(csv, args.toArray(String[]::new)));
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(2);
        assertThat(report.at("/sample/records").intValue()).isEqualTo(4);
        assertThat(report.at("/sample/bytes").intValue()).isEqualTo(101);
        assertThat(report.at("/sample/badRows/count").intValue()).isEqualTo(2);
    }

    @Test
    void keys_that_are_not_text_are_spelled_as_elsewhere() throws Exception {
        JsonNode report = json(plan("00\n0a\nzz\n", "--key-format", "hex", "--from", "2", "--grow", "1", "--json"));
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(2);
        assertThat(report.at("/sample/badRows/count").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from 12 --to 13 | 12 to 13 partitions | 13",
                "--from 12 --grow 2 | 12 to 14 partitions | 14",
                "--from 12 --retire 3 | without 3 | 11",
                "--from 0-3,9 --retire 0-1 | without 0, 1 | 3",
                "--from a,b,c --to b,c,d | with d, without a | 3",
                "--from 4 --to-weights 3:2.5 | other weights of 3 | 4",
                "--from 6 --racks 0-2:r1,3,4,5:r2 --lose-rack r2 | without rack r2 (3 of 6 candidates) | 3",
            })
    void changes_are_spelled_in_the_ways_that_people_think_of_them(String options, String name, int after)
            throws Exception {
        List<String> args = new ArrayList<>(List.of(options.split(" ", -1)));
        args.addAll(List.of("--algorithms", "hrw", "--json"));
        JsonNode report = json(plan("a\nb\n", args.toArray(String[]::new)));
        assertThat(report.at("/scenario/name").textValue()).isEqualTo(name);
        assertThat(report.at("/scenario/after")).hasSize(after);
    }

    @Test
    void weights_go_with_the_candidates_that_they_name() throws Exception {
        JsonNode report = json(plan(
                "a\n",
                "--from",
                "3",
                "--from-weights",
                "0,1:2",
                "--to-weights",
                "1:4",
                "--algorithms",
                "hrw",
                "--json"));
        assertThat(report.at("/scenario/before"))
                .extracting(one -> one.get("weight").doubleValue())
                .containsExactly(2.0, 2.0, 1.0);
        assertThat(report.at("/scenario/after"))
                .extracting(one -> one.get("weight").doubleValue())
                .containsExactly(2.0, 4.0, 1.0);
    }

    @Test
    void more_movement_than_is_allowed_ends_with_1_and_says_so() {
        String[] grow = {"--from", "12", "--grow", "1", "--algorithms", "hrw,modulo", "--max-moved"};
        String[] few = append(grow, "20%");
        assertThat(plan(lines(), few).exitCode()).isZero();

        Result many = plan(lines(), append(append(append(grow, "20%"), "--algorithm"), "modulo"));
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.out()).contains("modulo");
        assertThat(many.err())
                .matches("keystead: modulo moves 9\\d\\.\\d\\d % of the keys; allowed: --max-moved 20%\n");
    }

    @Test
    void an_algorithm_or_a_placement_today_that_cannot_be_is_refused_before_a_key_is_read() {
        Result judged =
                plan("", "--from", "2", "--to-weights", "1:2", "--max-moved", "10%", "--algorithm", "jump-back");
        assertThat(judged.exitCode()).isEqualTo(2);
        assertThat(judged.err()).startsWith("keystead plan: --algorithm: ").contains("allowed");

        Result today = plan("", "--from", "a,b", "--to", "a,b,c", "--today", "murmur2/2");
        assertThat(today.exitCode()).isEqualTo(2);
        assertThat(today.err()).startsWith("keystead plan: --today: ").contains("allowed");
    }

    @Test
    void a_limit_is_kept_only_where_an_estimate_is_sure_of_it() {
        // Of 12 candidates the 13th wins 1/13, 7.69 %, of a thousand looked-at keys with a sigma of 0.84 %.
        String[] sampled = {
            "compare",
            "--count",
            "1B",
            "--sample",
            "1k",
            "--from",
            "12",
            "--grow",
            "1",
            "--algorithms",
            "hrw",
            "--max-moved"
        };
        assertThat(Command.run(append(sampled, "20%")).exitCode()).isZero();
        Result above = Command.run(append(sampled, "1%"));
        assertThat(above.exitCode()).isEqualTo(1);
        Matcher moved = Pattern.compile("hrw moves ([0-9.]+)±(0\\.8[0-9]|0\\.[79][0-9]) % of the keys; allowed")
                .matcher(above.err());
        assertThat(moved.find()).as(above.err()).isTrue();
        double within = Double.parseDouble(moved.group(1)) + Double.parseDouble(moved.group(2));

        Result near = Command.run(append(sampled, String.format(Locale.ROOT, "%.2f%%", within)));
        assertThat(near.exitCode()).isEqualTo(1);
        assertThat(near.err()).contains("too near to be sure of fewer; allowed: --max-moved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json", "--csv"})
    void keys_are_hidden_where_that_is_asked_for(String output, @TempDir Path own) throws Exception {
        Path page = own.resolve("page.html");
        List<String> options = new ArrayList<>(List.of(
                "--key-format", "hex", "--from", "2", "--grow", "1", "--algorithms", "hrw", "--html", page.toString()));
        if (!output.isEmpty()) {
            options.add(output);
        }
        String keys = "c0ffee00\nc0ffee00\n00\nsecret\n";
        Result shown = plan(keys, options.toArray(String[]::new));
        String all = shown.out() + shown.err() + Files.readString(page);
        assertThat(all).contains("secret", "\\xc0");
        options.add("--hide-keys");

        Result hidden = plan(keys, options.toArray(String[]::new));
        assertThat(hidden.exitCode()).as(hidden.err()).isZero();
        all = hidden.out() + hidden.err() + Files.readString(page);
        assertThat(all).contains("hidden 1").doesNotContain("secret", "xc0");
    }

    private static String[] append(String[] options, String more) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add(more);
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--to 13 | no candidates to start from; allowed: --from 12, or --from a,b,c",
                "--from 12 | no change; allowed: --to 13, --grow 1, --retire 3, --lose-rack r1 or --to-weights 3:2",
                "--from 12 --to 12 | the candidates are the same before and after; allowed: a change, such as --grow 1, --retire 3, or --to 13",
                "--from 12 --to 13 --grow 1 | --grow: \"1\" does not go with --to; allowed: one of the two",
                "--from 12 --racks 0:r --to 13 | --racks: \"0:r\" goes with a rack that is lost; allowed: with --lose-rack",
                "--from 12 --lose-rack r | --lose-rack: \"r\" is no known rack; allowed: with --racks 0-5:r1,6-11:r2",
                "--from 2 --racks 0:r,7:s --lose-rack r | --racks: \"0:r,7:s\" names 7, which is not there; allowed: 0, 1",
                "--from a,b --grow 1 | --grow: the candidates a, b do not grow by a number; allowed: partitions 0 to n - 1, or say the candidates after the change",
                "--from twelve --to 13 | --to: \"13\" and --from twelve are partitions on one side and names on the other; allowed: both alike, such as 12 and 13, or a,b and a,b,c",
                "--from 12 --to 0..13 | --to: \"0..13\" and --from 12 are partitions on one side and names on the other; allowed: both alike, such as 12 and 13, or a,b and a,b,c",
                "--from a,a --to b | --from: \"a\" is there twice; allowed: each once",
                "--from 0 --to 1 | --from: \"0\" partitions are out of range; allowed: 1 to 1048576",
                "--from 2 --to-weights 1 | --to-weights: \"1\" has nothing behind it; allowed: a list such as 0-7:2,8:0.5",
                "--from 2 --to-weights 1:0 | --to-weights: \"0\" is not a weight of 1; allowed: 1.0E-6 to 1000000.0",
                "--from 2 --grow x | --grow: \"x\" is not a number from 1 to 1048574",
                "--from 2 --grow 1 --sample 1 | --sample: \"1\" is not a number from 2 to 134,217,728; allowed: such as 250000, 250k or 1M",
                "--from 2 --grow 1 --max-moved x | --max-moved: \"x\" is not a percentage; allowed: 0% to 100%, such as 7.7%",
                "--from 5000 --grow 1 | --from: 5,001 candidates before and after the change together; allowed: at most 4,096",
                "--from 12 --grow 1 --algorithms jump --max-moved 10% | --max-moved: \"10%\" holds hrw, which is not looked at; allowed: with --algorithm and one of jump",
                "--from 12 --grow 1 --algorithms jump --max-moved 10% --algorithm hrw | --algorithm: \"hrw\" is not looked at; allowed: jump",
                "--from 12 --grow 1 --algorithm jump | --algorithm: \"jump\" goes with a limit; allowed: with --max-moved 10%",
                "--from 2 --grow 1 --json --csv | --csv: does not go with --json; allowed: one of the two",
                "--from 2 --grow 1 --format xls | --format: \"xls\" is not a format of files; allowed: csv, tsv, jsonl, lines",
            })
    void bad_input_is_one_line_that_names_it_and_what_is_allowed_before_a_key_is_read(String options, String message) {
        // No key: who reads first says so.
        Result result = plan("", options.split(" ", -1));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).isEqualTo("keystead plan: " + message + "\n");
    }

    @Test
    void a_source_without_keys_is_refused_with_its_first_bad_row() {
        assertThat(plan("", "--from", "2", "--grow", "1").err())
                .isEqualTo("keystead plan: --keys: \"-\" holds no key; allowed: at least one key\n");
        assertThat(plan("zz\n", "--key-format", "hex", "--from", "2", "--grow", "1")
                        .err())
                .startsWith("keystead plan: --keys: \"-\" holds no key; line 1: ");
        assertThat(Command.run("plan", "--from", "2", "--grow", "1").err())
                .startsWith("keystead plan: no keys; allowed: --keys FILE");
        assertThat(Command.run("plan", "--keys", "none.csv", "--from", "2", "--grow", "1")
                        .err())
                .isEqualTo("keystead plan: --keys: \"none.csv\" does not exist; allowed: a file that can be read\n");
    }

    @Test
    void a_page_is_written_whole_beside_the_table_and_nothing_is_left_where_it_cannot_be() throws Exception {
        Path page = directory.resolve("plan.html");
        Files.writeString(page, "old");
        Result result = plan(lines(), "--from", "12", "--grow", "1", "--algorithms", "hrw", "--html", page.toString());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).isEqualTo("page written to " + page + "\n");
        assertThat(result.out()).contains("12 to 13 partitions");
        ReportPageTest.parsed(Files.readString(page));
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(page);
        }
        Result refused = plan(
                lines(),
                "--from",
                "12",
                "--grow",
                "1",
                "--html",
                directory.resolve("no/x").toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).startsWith("keystead plan: --html: ").endsWith("a file in a directory that exists\n");
    }

    @Test
    void a_page_goes_to_where_a_link_leads_and_the_link_stays(@TempDir Path own) throws Exception {
        Path page = Files.createFile(own.resolve("linked.html"));
        Path link = Files.createSymbolicLink(own.resolve("link.html"), page);
        assertThat(paged(link).exitCode()).isZero();

        assertThat(link).isSymbolicLink();
        ReportPageTest.parsed(Files.readString(page));
    }

    /** With a pipe of its own and no device: what replaced one would harm the machine that runs the test. */
    @Test
    void a_page_replaces_no_pipe_and_no_link_to_nothing(@TempDir Path own) throws Exception {
        Path pipe = own.resolve("pipe.html");
        assumeTrue(isMade(pipe), "a system with named pipes");
        Path toPipe = Files.createSymbolicLink(own.resolve("to-pipe.html"), pipe);
        Path dangling = Files.createSymbolicLink(own.resolve("dangling.html"), own.resolve("nothing"));
        for (Path file : List.of(pipe, toPipe, dangling, own)) {
            Result refused = paged(file);
            assertThat(refused.exitCode()).as(file.toString()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err())
                    .isEqualTo("keystead plan: --html: \"" + file
                            + "\" is no regular file; allowed: a file in a directory that exists\n");
        }
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(toPipe).isSymbolicLink();
        assertThat(dangling).isSymbolicLink();
    }

    private static boolean isMade(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void a_page_may_be_read_by_whom_the_umask_lets_and_one_that_is_replaced_by_whom_could_read_it(@TempDir Path own)
            throws Exception {
        Path other = Files.createFile(own.resolve("other"));
        Path fresh = own.resolve("fresh.html");
        assertThat(paged(fresh).exitCode()).isZero();
        assertThat(Files.getPosixFilePermissions(fresh)).isEqualTo(Files.getPosixFilePermissions(other));

        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        assertThat(paged(fresh).exitCode()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh)))
                .isEqualTo("rw-------");
    }

    private static Result paged(Path file) {
        return plan("a\nb\n", "--from", "2", "--grow", "1", "--algorithms", "hrw", "--html", file.toString());
    }

    @Test
    void what_csv_has_no_place_for_is_said_beside_it() {
        Result result = plan(
                "key,count\na,3\nb,x\n",
                "--format",
                "csv",
                "--from",
                "2",
                "--to-weights",
                "1:2",
                "--algorithms",
                "hrw,jump-back",
                "--csv");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out().lines()).hasSize(3);
        assertThat(result.err())
                .startsWith("1 row was left out and is in no other number; the first:\n  line 3: ")
                .contains("jump-back cannot do it: ");
    }

    @Test
    void csv_comes_from_the_command_as_from_the_report() {
        Result result = plan(lines(), "--from", "12", "--grow", "1", "--algorithms", "hrw,modulo", "--csv");
        assertThat(result.out().lines()).hasSize(3);
        assertThat(result.out()).startsWith("scenario,algorithm,unit,looked,moved,");
    }

    @Test
    void compare_takes_b_from_a_b_c_d_and_gives_e_unless_another_change_is_said() throws Exception {
        JsonNode report = json(Command.run("compare", "--count", "10k", "--json"));
        assertThat(report.at("/scenario/added")).extracting(JsonNode::textValue).containsExactly("e");
        assertThat(report.at("/scenario/retired"))
                .extracting(JsonNode::textValue)
                .containsExactly("b");
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(10_000);
        assertThat(report.at("/ranking/candidates").intValue()).isEqualTo(4);
        assertThat(report.at("/ranking/agree")).isEqualTo(report.at("/ranking/keys"));
        assertThat(report.get("algorithms").size() + report.get("refusals").size())
                .isEqualTo(io.keystead.planner.placement.Algorithm.values().length);

        JsonNode grown = json(Command.run(
                "compare", "--count", "10k", "--from", "8", "--grow", "8", "--algorithms", "jump", "--json"));
        assertThat(grown.at("/scenario/name").textValue()).isEqualTo("8 to 16 partitions");

        JsonNode weighted = json(Command.run(
                "compare", "--count", "1k", "--from", "4", "--to-weights", "3:2", "--algorithms", "hrw", "--json"));
        assertThat(weighted.has("ranking")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipf:1.1", "sequential", "uuid", "order"})
    void compare_makes_keys_of_each_kind(String kind) throws Exception {
        JsonNode report =
                json(Command.run("compare", "--keys", kind, "--count", "1k", "--algorithms", "hrw", "--json"));
        assertThat(report.at("/sample/keys").intValue()).isBetween(100, 1_000);
    }

    @Test
    void a_billion_keys_are_told_from_a_sample_with_one_standard_deviation() throws Exception {
        JsonNode report = json(Command.run(
                "compare", "--count", "1B", "--sample", "10k", "--algorithms", "hrw", "--json", "--seed", "7"));
        assertThat(report.at("/sample/population").longValue()).isEqualTo(1_000_000_000L);
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(10_000);
        double moved = report.at("/algorithms/0/keys/moved/all").doubleValue();
        double sigma = report.at("/algorithms/0/keys/moved/sigma").doubleValue();
        // One draw of 10,000 of so many is binomial.
        assertThat(sigma)
                .isBetween(
                        0.9 * Math.sqrt(moved * (1 - moved) / 10_000), 1.1 * Math.sqrt(moved * (1 - moved) / 10_000));
    }

    @Test
    void a_verdict_on_a_sample_has_one_standard_deviation_beside_its_numbers() {
        String text = Command.run("compare", "--count", "1B", "--sample", "10k", "--algorithms", "hrw,modulo")
                .out();
        assertThat(text.replaceAll("\\s+", " "))
                .containsPattern("verdict hrw fits: .* \\d+\\.\\d\\d ± 0\\.\\d\\d % of the keys move")
                .containsPattern("taking over from modulo moves \\d+\\.\\d\\d ± 0\\.\\d\\d %");
    }

    @Test
    void compare_says_what_is_wrong_with_its_own_options() {
        assertThat(Command.run("compare", "--keys", "words").err())
                .startsWith("keystead compare: --keys: \"words\" are no keys; allowed: uniform, zipf:EXPONENT");
        assertThat(Command.run("compare", "--count", "0").err())
                .startsWith("keystead compare: --count: \"0\" is not a number from 1 to ");
        assertThat(Command.run("compare", "--from", "12").err()).startsWith("keystead compare: no change; allowed: ");
    }
}
