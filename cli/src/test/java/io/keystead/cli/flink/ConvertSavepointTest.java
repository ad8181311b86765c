package io.keystead.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertSavepointTest {
    private static final String ID = "8eeed16b661251f13cfc6a3c5e75c420";

    @TempDir
    private Path directory = Path.of("");

    private Path original = Path.of("");
    private Path metadata = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void copy() throws IOException {
        original = SavepointFixture.copiedTo(directory.resolve("original"));
        metadata = original.resolve("_metadata");
        out = directory.resolve("out");
    }

    private Command.Result convert(Path savepoint, String to, Path into, String... options) {
        String[] command = {"flink", "convert-savepoint", savepoint.toString(), "--to", to, "--out", into.toString()};
        String[] all = Arrays.copyOf(command, command.length + options.length);
        System.arraycopy(options, 0, all, command.length, options.length);
        return Command.run(all);
    }

    @Test
    void it_says_what_it_did_and_what_must_be_kept() {
        Command.Result result = convert(original, "hrw", out);

        assertThat(result.out())
                .isEqualTo("savepoint  " + out + ", metadata version 6\n"
                        + "files      3 files, 3,619 bytes, not copied\n"
                        + "converted  1 operator to hrw\n"
                        + "  totals (" + ID + "): parallelism 2, 16 slots, 1,250 bytes\n");
        assertThat(result.err())
                .startsWith("set withSlots(16) after HrwStreams.keyBy: the slots stay the savepoint's max parallelism\n"
                        + "keep file:" + original + " as long as " + out + " is used")
                .hasLineCount(2);
        assertThat(result.exitCode()).isZero();
        assertThat(out).isDirectoryContaining("glob:**/_metadata");
    }

    @Test
    void a_copy_stands_alone_and_goes_back_to_what_it_was() throws IOException {
        Command.Result result = convert(original, "hrw", out, "--copy", "--uid", "totals");
        assertThat(result.err()).startsWith("set withSlots(16) ").hasLineCount(1);
        assertThat(result.out()).contains("3 files, 3,619 bytes, copied");
        String before = inspect(original);
        for (Path file : SavepointFixture.files(original)) {
            Files.delete(file);
        }

        Command.Result back = convert(out, "native", directory.resolve("back"));
        assertThat(back.exitCode()).isZero();
        assertThat(back.err()).startsWith("set setMaxParallelism(16) on each converted operator");
        // One description a slot now, and the same bytes in the same slots.
        assertThat(slots(inspect(directory.resolve("back")))).isEqualTo(slots(before));
        assertThat(slots(inspect(out))).isEqualTo(slots(before));
    }

    private static String inspect(Path savepoint) {
        return Command.run("flink", "inspect-savepoint", savepoint.toString(), "--slots", "--json")
                .out();
    }

    private static String slots(String json) {
        int start = json.indexOf("\"bytesBySlot\"");
        return json.substring(start, json.indexOf(']', start));
    }

    @Test
    void a_savepoint_of_an_older_flink_stays_one_that_it_can_read() throws IOException {
        Path old = SavepointFixture.ofFlink1CopiedTo(directory.resolve("old"));

        assertThat(convert(old, "hrw", out, "--uid", "totals").out())
                .contains("metadata version 4")
                .contains("  (" + ID + "): parallelism 2, 16 slots");
        // The version stands behind four bytes that all metadata begins with.
        assertThat(Files.readAllBytes(out.resolve("_metadata"))).startsWith(0x49, 0x60, 0x67, 0x2d, 0, 0, 0, 4);
        assertThat(slots(inspect(out))).isEqualTo(slots(inspect(old)));
        refuses(
                convert(old, "hrw", directory.resolve("other"), "--uid", "total"),
                "the uid \"total\" is of no operator with keyed state in this savepoint; it has the operator " + ID);
    }

    @Test
    void the_original_stays_as_it_is() throws IOException {
        List<Path> files = SavepointFixture.files(original);
        byte[] before = Files.readAllBytes(metadata);

        convert(original, "hrw", out);

        assertThat(SavepointFixture.files(original)).isEqualTo(files);
        assertThat(metadata).hasBinaryContent(before);
    }

    @Test
    void what_exists_is_never_written_over() throws IOException {
        Files.createDirectory(out);

        assertThat(convert(original, "hrw", out).err())
                .isEqualTo("keystead flink convert-savepoint: \"" + out
                        + "\" exists; allowed: a directory that does not exist yet\n");
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void a_uid_that_is_not_there_is_refused_with_those_that_are() {
        refuses(
                convert(original, "hrw", out, "--uid", "total"),
                "the uid \"total\" is of no operator with keyed state in this savepoint; it has the operator \"totals\"");
    }

    @Test
    void an_operator_is_found_by_its_id() {
        assertThat(convert(original, "hrw", out, "--operator-id", ID).exitCode())
                .isZero();
        refuses(
                convert(original, "hrw", directory.resolve("other"), "--operator-id", "12"),
                "the operator id \"12\" is none; allowed: 32 hexadecimal digits");
    }

    @Test
    void what_is_of_the_wanted_kind_already_is_refused() {
        refuses(
                convert(original, "native", out),
                "\"file:" + original + "\" has no operator with keyed state of HrwStreams.keyBy, so there is nothing to"
                        + " convert; it has the operator \"totals\"");
        refuses(
                convert(original, "native", out, "--uid", "totals"),
                "the uid \"totals\" is of an operator with keyed state of Flink's own keyBy already; allowed: operators with"
                        + " that of HrwStreams.keyBy");
    }

    @Test
    void an_unknown_kind_is_refused() {
        refuses(convert(original, "HRW", out), "--to: \"HRW\" is no kind of keyed state; allowed: hrw, native");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://bucket/savepoint", "nowhere:/savepoint"})
    void a_file_system_that_is_not_there_is_refused(String location) {
        Command.Result result =
                Command.run("flink", "convert-savepoint", location, "--to", "hrw", "--out", out.toString());

        refuses(
                result,
                "the file system of \"" + location
                        + "\" is not on the class path; allowed: local paths, file: URIs, and the"
                        + " file systems whose Flink plugin is on the class path");
    }

    @Test
    void a_directory_that_is_no_savepoint_is_refused() throws IOException {
        refuses(
                convert(directory, "hrw", out),
                "\"" + directory
                        + "\" is not a savepoint: it has no file _metadata; allowed: the directory of a savepoint");
        refuses(
                convert(directory.resolve("none"), "hrw", out),
                "\"" + directory.resolve("none") + "\" does not exist; allowed: the directory of a savepoint");
        Files.writeString(metadata, "{\"name\": \"something else\"}");
        refuses(
                convert(original, "hrw", out),
                "\"" + original + "\" is not a savepoint of Flink, or damaged; allowed: the directory of a savepoint");
    }

    @Test
    void a_file_that_is_gone_or_cut_off_is_named() throws IOException {
        Path file = SavepointFixture.files(original).get(0);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        refuses(
                convert(original, "hrw", out),
                "the file file:" + file + " has " + (bytes.length - 1) + " bytes, but " + bytes.length
                        + " by the metadata; the savepoint is damaged");
        Files.delete(file);
        refuses(convert(original, "hrw", out), "the file file:" + file + " does not exist; the savepoint is not whole");
    }

    @Test
    void a_directory_in_none_is_refused() {
        Path nowhere = directory.resolve("a/b");

        refuses(
                convert(original, "hrw", nowhere),
                "\"" + nowhere + "\" cannot be made: the directory that it is to lie in does not exist; allowed: a new"
                        + " directory in one that exists");
    }

    @Test
    void metadata_cut_off_anywhere_is_refused() throws IOException {
        byte[] whole = Files.readAllBytes(metadata);
        for (int length = 0; length < whole.length; length += length < 20 ? 1 : 23) {
            Files.write(metadata, Arrays.copyOf(whole, length));
            Command.Result result = convert(original, "hrw", out);
            assertThat(result.exitCode()).as("cut off at %d", length).isEqualTo(2);
            assertThat(result.err()).as("cut off at %d", length).hasLineCount(1).doesNotContain("internal error");
            assertThat(out).as("cut off at %d", length).doesNotExist();
        }
        assertThat(SavepointFixture.files(directory)).containsExactly(original);
    }

    /** A format without checksums cannot tell every changed byte; what it tells must be told in one line. */
    @Test
    void damaged_metadata_is_refused_in_one_line_or_converted_whole() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = Files.readAllBytes(metadata);
        int refused = 0;
        int rounds = 100;
        for (int round = 0; round < rounds; round++) {
            byte[] damaged = whole.clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Files.write(metadata, damaged);
            Path into = directory.resolve("out-" + round);
            Command.Result result = convert(original, "hrw", into);
            String what = "seed " + seed + ", round " + round + ": " + result.err();
            assertThat(result.err()).as(what).doesNotContain("internal error");
            if (result.exitCode() == 0) {
                assertThat(SavepointFixture.files(into)).as(what).hasSize(1);
                assertThat(inspect(into)).as(what).contains("\"kind\" : \"hrw\"");
            } else {
                refused++;
                assertThat(result.err()).as(what).hasLineCount(1);
                assertThat(result.exitCode()).as(what).isEqualTo(2);
                assertThat(into).as(what).doesNotExist();
            }
        }
        try (var left = Files.list(directory)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith(".")))
                    .isEmpty();
        }
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    private void refuses(Command.Result result, String message) {
        assertThat(result.err()).isEqualTo("keystead flink convert-savepoint: " + message + "\n");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(directory.resolve("out"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isNotEmptyDirectory());
    }
}
