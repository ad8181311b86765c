package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that runs an example, with a Java, a Maven and a command keystead that only say what they were asked for. */
class RunTest {
    private static final String JAVA = """
            [ "$1" = -version ] && { echo 'openjdk version "17.0.1" 2021-10-19' >&2; exit 0; }
            printf '%s|' "$@"
            exit ${JAVA_EXIT:-0}""";

    @TempDir
    Path directory = Path.of("");

    private Path root = Path.of("");
    private Path bin = Path.of("");

    @BeforeEach
    void plant() throws IOException {
        root = Files.createDirectories(directory.resolve("tree with a space"));
        bin = Files.createDirectories(directory.resolve("bin"));
        Path examples = Files.createDirectories(root.resolve("streams-examples"));
        Files.createDirectories(root.resolve("cli"));
        Files.copy(Path.of("..", "run"), examples.resolve("run"));
        for (String shared : List.of("java.sh", "launch.sh")) {
            Files.copy(Path.of("..", "..", "cli", shared), root.resolve("cli").resolve(shared));
        }
        for (String name : List.of("apples", "pears")) {
            Files.createDirectories(examples.resolve(name).resolve("src/main"));
        }
        Files.createDirectories(examples.resolve("tests/src/test"));
        script(bin.resolve("java"), JAVA);
        script(bin.resolve("javac"), "exit 0");
        script(bin.resolve("mvn"), "echo \"$@\" >>'" + directory + "/builds'");
        script(root.resolve("keystead"), """
                [ "$1" = --version ] && exit 0
                echo "$@" >'%1$s/sandbox'
                trap 'echo ended >>"%1$s/sandbox"; exit 143' TERM
                echo 127.0.0.1:4711
                while :; do sleep 0.1; done""".formatted(directory));
    }

    @Test
    void anExampleIsBuiltOnceAndRunOnAKafkaOfItsOwnWhichEndsWithIt() throws Exception {
        Example first = run("apples", "a b");
        Example second = run("apples", "a b");

        assertThat(first.err())
                .isEqualTo("building apples (first run, about a minute)...\nstarting a Kafka for it...\n");
        assertThat(first.good())
                .endsWith("|-jar|" + root.toRealPath()
                        + "/streams-examples/apples/target/apples.jar|--bootstrap-server|127.0.0.1:4711|a b|");
        assertThat(second.err()).isEqualTo("starting a Kafka for it...\n");
        assertThat(second.good()).isEqualTo(first.good());
        assertThat(Files.readString(directory.resolve("builds")))
                .containsOnlyOnce("-pl streams-examples/apples -am package");
        assertThat(Files.readAllLines(directory.resolve("sandbox"))).containsExactly("sandbox --port 0", "ended");
    }

    @Test
    void onAKafkaThatIsNamedNoneIsStarted() throws Exception {
        Example run = run("pears", "--bootstrap-server", "kafka:9092");

        assertThat(run.good()).endsWith("/pears.jar|--bootstrap-server|kafka:9092|");
        assertThat(run.err()).isEqualTo("building pears (first run, about a minute)...\n");
        assertThat(directory.resolve("sandbox")).doesNotExist();
    }

    @Test
    void ctrlCEndsTheExampleAndThenItsKafka() throws Exception {
        script(bin.resolve("java"), JAVA.replace("printf '%s|' \"$@\"", """
                trap 'echo "example ended" >>"%s/sandbox"; exit 143' TERM
                echo 'it runs' >&2
                while :; do sleep 0.1; done""".formatted(directory)));

        Example ended = Example.interrupted("it runs", command("apples"));

        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(Files.readAllLines(directory.resolve("sandbox")))
                .containsExactly("sandbox --port 0", "example ended", "ended");
    }

    @Test
    void helpNamesTheExamples() throws Exception {
        assertThat(run("--help").good())
                .startsWith("Usage: run EXAMPLE [--bootstrap-server HOST:PORT] [--json]\n")
                .endsWith(" Examples: apples pears\n");
        assertThat(run("apples", "--version").good()).endsWith("/apples.jar|--version|");
        assertThat(directory.resolve("sandbox")).doesNotExist();
    }

    @Test
    void theExitCodeIsTheExamples() throws Exception {
        script(bin.resolve("java"), JAVA.replace("${JAVA_EXIT:-0}", "1"));

        assertThat(run("apples").exitCode()).isEqualTo(1);
        assertThat(Files.readAllLines(directory.resolve("sandbox"))).contains("ended");
    }

    @Test
    void aKafkaThatDoesNotStartIsSaidAndNothingIsRun() throws Exception {
        script(root.resolve("keystead"), "[ \"$1\" = --version ] && exit 0; echo 'no room' >&2; exit 2");

        Example refused = run("apples");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).endsWith("starting a Kafka for it...\nno room\n");
    }

    @Test
    void whatIsNoExampleIsRefusedWithTheNamesOfThoseThatAre() throws Exception {
        for (String name : List.of("plums", "tests", "")) {
            Example refused = run(name);

            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).isEqualTo("run: \"" + name + "\" is no example; allowed: apples pears\n");
        }
    }

    private Example run(String... arguments) throws Exception {
        return Example.run(command(arguments));
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "/usr/bin/env",
                "-u",
                "JAVA_HOME",
                "-u",
                "KEYSTEAD",
                "PATH=" + bin + ":/usr/bin:/bin",
                "/bin/sh",
                root.resolve("streams-examples/run").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static void script(Path script, String body) throws IOException {
        Files.writeString(script, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
