package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root of the tree with what it shares with others, with a Java and a Maven that only say what they were asked for. */
class LauncherTest {
    private static final String BUILDING = "building keystead (first run, about a minute)...\n";
    private static final String REBUILDING = "building keystead (sources or Java changed)...\n";

    @TempDir
    Path directory = Path.of("");

    private Path root = Path.of("");
    private Path bin = Path.of("");

    @BeforeEach
    void plant() throws IOException {
        root = Files.createDirectories(directory.resolve("tree with a space"));
        bin = Files.createDirectories(directory.resolve("bin"));
        Files.copy(Path.of("..", "keystead"), root.resolve("keystead"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(Files.createDirectories(root.resolve("cli/src/main")).resolve("A.java"), "class A {}");
        Files.writeString(root.resolve("cli/pom.xml"), "<project/>");
        Files.copy(Path.of("launch.sh"), root.resolve("cli/launch.sh"));
        Files.copy(Path.of("java.sh"), root.resolve("cli/java.sh"));
        java("17.0.1");
        script("javac", "exit 0");
        script(
                "mvn",
                "pwd >>'" + directory + "/builds'; sleep 1; mkdir -p cli/target/lib; echo noise; echo louder >&2");
    }

    @Test
    void the_first_run_builds_and_the_next_one_does_not() throws Exception {
        Run first = keystead("explain", "a b");
        Run second = keystead("explain", "a b");

        assertThat(first.err()).isEqualTo(BUILDING);
        assertThat(first.out())
                .contains("io.keystead.cli.Keystead|explain|a b|")
                .contains("keystead.jar");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(builds()).containsExactly(root.toRealPath().toString());
    }

    @Test
    void a_source_that_is_newer_or_gone_is_built_again() throws Exception {
        keystead();
        touch(root.resolve("cli/src/main/A.java"));
        assertThat(keystead().err()).isEqualTo(REBUILDING);
        touch(root.resolve("pom.xml"));
        assertThat(keystead().err()).isEqualTo(REBUILDING);
        Files.delete(root.resolve("cli/src/main/A.java"));
        touch(root.resolve("cli/src/main"));
        assertThat(keystead().err()).isEqualTo(REBUILDING);
        assertThat(keystead().err()).isEmpty();
    }

    @Test
    void two_first_runs_build_once() throws Exception {
        Process one = builder(root.resolve("keystead"), "explain").start();
        Process two = builder(root.resolve("keystead"), "explain").start();

        assertThat(finish(one).exitCode()).isZero();
        assertThat(finish(two).exitCode()).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void a_lock_of_a_build_that_died_is_taken_over() throws Exception {
        Files.createDirectories(root.resolve("cli/target"));
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createSymbolicLink(root.resolve("cli/target/keystead.lock"), Path.of(Long.toString(dead.pid())));

        assertThat(keystead().exitCode()).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void a_lock_of_a_build_that_lives_is_waited_for_even_if_it_is_another_user_s() throws Exception {
        // No signal may be sent to it, if this is not root who runs the test.
        Path lock = Files.createDirectories(root.resolve("cli/target")).resolve("keystead.lock");
        Files.createSymbolicLink(lock, Path.of("1"));
        Process waiting = builder(root.resolve("keystead")).start();

        assertThat(waiting.waitFor(1500, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(lock).isSymbolicLink();
        Files.delete(lock);
        Run run = finish(waiting);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo(BUILDING);
    }

    @Test
    void a_directory_that_cannot_be_written_is_refused_at_once_unless_what_it_holds_is_good() throws Exception {
        String refusal = "keystead: cannot write to " + root.toRealPath()
                + "/cli/target, where it must build; needed: a directory that this user may write\n";
        // Root may write anywhere, so what fails is the command that makes the lock.
        script("ln", "exit 1");
        assertThat(refused()).isEqualTo(refusal);
        Files.delete(bin.resolve("ln"));
        keystead();
        script("ln", "exit 1");
        assertThat(keystead().exitCode()).isZero();
        touch(root.resolve("pom.xml"));
        assertThat(refused()).isEqualTo(refusal);
        Files.createSymbolicLink(root.resolve("cli/target/keystead.lock"), Path.of("999999999"));
        script("rm", "echo no >&2; exit 1");
        assertThat(refused()).isEqualTo(refusal);
    }

    @Test
    void what_is_closed_is_opened_before_java_opens_its_own_files() throws Exception {
        keystead();
        String descriptors = directory.toRealPath() + "/descriptors";
        // The tool that asks is what runs in Java's place, and its own output is seen in another way.
        script("java", "exec readlink /proc/self/fd/0 /proc/self/fd/2 >'" + descriptors + "'");
        for (String shell : List.of("sh", "bash")) {
            ProcessBuilder builder =
                    builder(Path.of("-c"), shell + " '" + root.resolve("keystead") + "' owner <&- >&- 2>&-");
            builder.environment().merge("PATH", "/bin:/usr/bin", (own, system) -> own + ":" + system);

            assertThat(finish(builder.start()).exitCode()).isZero();
            assertThat(Files.readAllLines(Path.of(descriptors))).containsExactly("/dev/null", "/dev/null");
        }
    }

    @Test
    void it_runs_through_links_and_from_anywhere() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), root.resolve("keystead"));
        Path relative = Files.createSymbolicLink(bin.resolve("keystead"), Path.of("../link"));

        Run run = finish(
                builder(relative, "owner").directory(Path.of("/").toFile()).start());

        assertThat(link).isSymbolicLink();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(root.toRealPath() + "/cli/target/keystead.jar")
                .contains("|owner|");
    }

    @Test
    void only_long_runs_use_the_slow_compiler() throws Exception {
        assertThat(keystead("explain", "a").out()).contains("TieredStopAtLevel=1");
        assertThat(keystead("owner").out()).doesNotContain("TieredStopAtLevel");
        assertThat(keystead("--debug", "demo").out()).doesNotContain("TieredStopAtLevel");
        for (String command : List.of("plan", "compare", "shadow")) {
            assertThat(keystead(command).out())
                    .doesNotContain("TieredStopAtLevel")
                    .contains("MaxRAMPercentage=70");
        }
        assertThat(keystead("owner").out()).doesNotContain("MaxRAMPercentage");
    }

    @Test
    void another_java_is_asked_again_and_gets_the_options_that_it_needs() throws Exception {
        assertThat(keystead().out()).doesNotContain("sun-misc-unsafe");
        Path other = directory.resolve("other");
        Files.createDirectories(other.resolve("bin"));
        java("25.0.1");
        Files.move(bin.resolve("java"), other.resolve("bin/java"));
        Files.copy(bin.resolve("javac"), other.resolve("bin/javac"));
        ProcessBuilder builder = builder(root.resolve("keystead"));
        builder.environment().put("JAVA_HOME", other.toString());

        assertThat(finish(builder.start()).out()).contains("|--sun-misc-unsafe-memory-access=allow|");
    }

    @Test
    void a_failed_build_shows_the_end_of_its_log_and_is_tried_again() throws Exception {
        script("mvn", "seq 1 100; exit 1");

        Run failed = keystead();

        assertThat(failed.exitCode()).isEqualTo(2);
        assertThat(failed.err())
                .startsWith(BUILDING + "81\n")
                .endsWith("100\nkeystead: the build failed; the whole log is " + root.toRealPath()
                        + "/cli/target/keystead-build.log\n");
        script("mvn", "exit 0");
        assertThat(keystead().err()).isEqualTo(BUILDING);
    }

    @Test
    void no_java_an_old_java_no_compiler_and_no_maven_are_each_one_line() throws Exception {
        String needed = "; needed: a JDK 17 or newer, in JAVA_HOME or PATH\n";
        java("11.0.2");
        assertThat(refused()).isEqualTo("keystead: Java 11 in PATH" + needed);
        java("1.8.0_392");
        assertThat(refused()).isEqualTo("keystead: Java 8 in PATH" + needed);
        script("java", "exit 1");
        assertThat(refused()).isEqualTo("keystead: Java of unknown version in PATH" + needed);
        Files.delete(bin.resolve("java"));
        assertThat(refused()).isEqualTo("keystead: no Java in PATH" + needed);
        java("21");
        Files.delete(bin.resolve("javac"));
        assertThat(refused()).isEqualTo("keystead: no compiler beside the Java in PATH" + needed);
        script("javac", "exit 0");
        Files.delete(bin.resolve("mvn"));
        assertThat(refused()).isEqualTo("keystead: no Maven in PATH; needed: Maven 3.8.1 or newer (mvn)\n");
    }

    @Test
    void java_home_comes_before_path() throws Exception {
        ProcessBuilder builder = builder(root.resolve("keystead"));
        builder.environment().put("JAVA_HOME", "/nowhere");

        Run run = finish(builder.start());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "keystead: no Java in JAVA_HOME=/nowhere; needed: a JDK 17 or newer, in JAVA_HOME or PATH\n");
    }

    private record Run(int exitCode, String out, String err) {}

    private String refused() throws Exception {
        Run run = keystead();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    private Run keystead(String... args) throws Exception {
        return finish(builder(root.resolve("keystead"), args).start());
    }

    private ProcessBuilder builder(Path script, String... args) {
        String[] command = new String[args.length + 2];
        command[0] = "/bin/sh";
        command[1] = script.toString();
        System.arraycopy(args, 0, command, 2, args.length);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("JAVA_HOME");
        environment.put("PATH", bin + ":" + tools());
        return builder;
    }

    /** The commands of the system that the script may use, without the system's Java and Maven. */
    private Path tools() {
        Path tools = directory.resolve("tools");
        if (!Files.exists(tools)) {
            try {
                Files.createDirectory(tools);
                for (String tool : List.of(
                        "cat",
                        "dirname",
                        "find",
                        "head",
                        "ln",
                        "mkdir",
                        "mv",
                        "readlink",
                        "rm",
                        "sed",
                        "seq",
                        "sleep",
                        "tail")) {
                    Path path = Path.of("/usr/bin", tool);
                    Files.createSymbolicLink(tools.resolve(tool), Files.exists(path) ? path : Path.of("/bin", tool));
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return tools;
    }

    private static Run finish(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), out, err);
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(directory.resolve("builds"));
    }

    private void java(String version) throws IOException {
        script(
                "java",
                "[ \"$1\" = -version ] && { echo 'openjdk version \"" + version
                        + "\" 2021-10-19' >&2; exit 0; }; printf '%s|' \"$@\"");
    }

    private void script(String name, String body) throws IOException {
        Path script = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A little ahead of the clock, whose ticks are coarser than this test is fast. */
    private static void touch(Path path) throws IOException {
        Path stamp = path;
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusMillis(20)));
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
