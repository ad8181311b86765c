package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.cli.Keystead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The distribution as somebody would find it who unpacks it: a Java, a shell and a few tools, and nothing of this build. */
class DistributionIT {
    private static final String[] TOOLS = {"dirname", "head", "readlink", "sed"};

    @TempDir
    Path directory = Path.of("");

    @Test
    void the_command_runs_from_anywhere_through_a_link_and_with_java_and_five_tools() throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), true, TOOLS);
        Path link = Files.createSymbolicLink(directory.resolve("keystead"), Distribution.HOME.resolve("bin/keystead"));

        Distribution.Run version = Distribution.run(tools.toString(), "/bin/sh", link.toString(), "--version");
        Distribution.Run owner = Distribution.run(
                tools.toString(), "/bin/sh", link.toString(), "explain", "order-4711", "--partitions", "13");

        assertThat(version.err()).isEmpty();
        assertThat(version.out())
                .isEqualTo("keystead " + Distribution.VERSION + ", protocol hrw-v1, Java " + Runtime.version() + "\n");
        assertThat(owner.err()).isEmpty();
        assertThat(owner.out()).contains("order-4711");
        assertThat(Files.isExecutable(Distribution.HOME.resolve("bin/keystead")))
                .isTrue();
    }

    @Test
    void without_a_java_it_says_so_in_one_line() throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), false, TOOLS);
        Path command = Distribution.HOME.resolve("bin/keystead");

        Distribution.Run run = Distribution.run(tools.toString(), "/bin/sh", command.toString(), "--version");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("keystead: no Java in PATH; needed: Java 17 or newer, in JAVA_HOME or PATH\n");
    }

    @Test
    void a_folder_with_blanks_in_its_name_is_as_good_as_any_and_one_with_a_colon_is_refused_in_one_line()
            throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), true, TOOLS);

        Distribution.Run blanks = Distribution.run(
                tools.toString(), "/bin/sh", installed("a b  'c").toString(), "--version");
        Path colon = installed("a:b");
        Distribution.Run refused = Distribution.run(tools.toString(), "/bin/sh", colon.toString(), "--version");

        assertThat(blanks.err()).isEmpty();
        assertThat(blanks.out()).startsWith("keystead " + Distribution.VERSION);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo("keystead: " + colon.toRealPath().getParent()
                        + " has a colon, at which Java divides its class path; allowed: a folder without one\n");
    }

    @Test
    void a_copy_of_the_command_alone_says_that_its_libraries_are_not_there() throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), true, TOOLS);
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path copy = Files.copy(Distribution.HOME.resolve("bin/keystead"), bin.resolve("keystead"));

        Distribution.Run run = Distribution.run(tools.toString(), "/bin/sh", copy.toString(), "--version");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("keystead: no folder lib beside " + bin.toRealPath()
                        + "; allowed: this script in its distribution, or a symbolic link to it\n");
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_412, 8", "11.0.23, 11", "16-ea, 16"})
    void a_java_that_is_too_old_is_named_by_the_number_that_its_users_know(String version, String number)
            throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), false, TOOLS);
        Path java =
                Files.writeString(tools.resolve("java"), "#!/bin/sh\necho 'openjdk version \"" + version + "\"' >&2\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        Distribution.Run run = Distribution.run(
                tools.toString(),
                "/bin/sh",
                Distribution.HOME.resolve("bin/keystead").toString(),
                "--version");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("keystead: Java " + number + " in PATH; needed: Java 17 or newer, in JAVA_HOME or PATH\n");
    }

    @Test
    void every_command_has_a_manual_page_that_names_its_options_and_parameters() throws IOException {
        List<CommandLine> commands = commands(Keystead.commandLine());
        List<String> expected = new ArrayList<>();
        for (CommandLine command : commands) {
            String name = command.getCommandSpec().qualifiedName("-");
            expected.add(name + ".1");
            // Troff's hyphens that may not be broken.
            String page = Files.readString(Distribution.HOME.resolve("share/man/man1/" + name + ".1"))
                    .replace("\\-", "-");
            assertThat(page).as(name).contains("\"keystead " + Distribution.VERSION + "\"");
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> assertThat(page).as(name).contains(option.longestName()));
            command.getCommandSpec().positionalParameters().stream()
                    .filter(parameter -> !parameter.hidden())
                    .forEach(parameter -> assertThat(page).as(name).contains(parameter.paramLabel()));
            assertThat(page).as(name).contains(".SH \"EXIT STATUS\"", ".SH \"ENVIRONMENT\"", "JAVA_HOME");
            command.getSubcommands()
                    .values()
                    .forEach(below -> assertThat(page)
                            .as(name)
                            .contains("\\fB" + below.getCommandSpec().qualifiedName("-") + "\\fP(1)"));
        }

        assertThat(Distribution.files("share/man/man1").stream()
                        .map(page -> page.getFileName().toString()))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Each of them needs other libraries than those that are asked for a version. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare --count 1k --algorithms hrw,jump,jump-back",
                "owner --partitions 3",
                "demo --help",
                "shadow --help",
                "verify --help",
                "flink inspect-savepoint --help"
            })
    void commands_find_what_they_need_in_lib(String command) throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), true, TOOLS);
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", Distribution.HOME.resolve("bin/keystead").toString()));
        words.addAll(List.of(command.split(" ")));

        Distribution.Run run = Distribution.run(tools.toString(), words.toArray(String[]::new));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void bash_completes_commands_and_options_from_the_packed_file_and_from_the_command_s_own() throws Exception {
        Path tools = Distribution.tools(directory.resolve("tools"), true, TOOLS);
        Path packed = Distribution.HOME.resolve("share/bash-completion/completions/keystead");
        Path command = Distribution.HOME.resolve("bin/keystead");
        Distribution.Run own = Distribution.run(tools.toString(), "/bin/sh", command.toString(), "generate-completion");

        assertThat(own.out().strip()).isEqualTo(Files.readString(packed).strip());
        assertThat(completions(packed, "keystead", "ver")).containsExactly("verify");
        assertThat(completions(packed, "keystead", "flink", "insp")).containsExactly("inspect-savepoint");
        assertThat(completions(packed, "keystead", "owner", "--str")).containsExactly("--strip-cr");
    }

    @Test
    void nothing_that_only_builds_or_tests_is_packed_and_what_users_drop_in_is() throws IOException {
        assertThat(Distribution.files("lib").stream()
                        .map(jar -> jar.getFileName().toString()))
                .contains("java.sh", "cli-" + Distribution.VERSION + ".jar")
                .noneMatch(name -> name.matches("(junit|assertj|asciidoctor|jruby|picocli-codegen|archunit|dist-).*"));
        assertThat(Distribution.files("plugins").stream()
                        .map(jar -> jar.getFileName().toString().replace(Distribution.VERSION, "V")))
                .containsExactly(
                        "flink-partitioner-V-all-sql.jar",
                        "flink-partitioner-V-all.jar",
                        "kafka-broker-assignors-V-all.jar",
                        "kafka-partitioner-V-all.jar");
        assertThat(Distribution.HOME).isDirectoryContaining("glob:**/{LICENSE,NOTICE}");
        assertThat(Distribution.HOME.resolve("docs/producer.md")).isRegularFile();
    }

    /** The command in a folder of this name, with the libraries of the distribution. */
    private Path installed(String name) throws IOException {
        Path bin = Files.createDirectories(directory.resolve(name).resolve("bin"));
        Files.createSymbolicLink(directory.resolve(name).resolve("lib"), Distribution.HOME.resolve("lib"));
        return Files.copy(Distribution.HOME.resolve("bin/keystead"), bin.resolve("keystead"));
    }

    /** What the last word may become; compopt is for completions that an interactive shell asks for. */
    private static List<String> completions(Path script, String... words) throws IOException, InterruptedException {
        String array = "'" + String.join("' '", words) + "'";
        Distribution.Run run = Distribution.run(
                "/usr/bin:/bin",
                "bash",
                "-c",
                "compopt() { :; }; source '" + script + "'; COMP_WORDS=(" + array + "); COMP_CWORD="
                        + (words.length - 1)
                        + "; COMP_LINE='" + String.join(" ", words) + "'; COMP_POINT=${#COMP_LINE}"
                        + "; _complete_keystead; printf '%s\\n' \"${COMPREPLY[@]}\"");
        assertThat(run.err()).isEmpty();
        return run.out().lines().map(String::strip).toList();
    }

    /** This command and all below it. */
    private static List<CommandLine> commands(CommandLine command) {
        return Stream.concat(
                        Stream.of(command),
                        command.getSubcommands().values().stream().flatMap(below -> commands(below).stream()))
                .distinct()
                .toList();
    }
}
