package io.keystead.compat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.SeparateBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Follows one page from its first command to its last. Not thread-safe. */
final class PageRun implements AutoCloseable {
    /** The address that all pages name. */
    private static final Pattern SHOWN_ADDRESS = Pattern.compile("\\b(localhost|127\\.0\\.0\\.1):9092\\b");

    private final Shell shell;
    private int port;
    private int commands;

    /**
     * @param directory empty
     * @param tools what {@link Tools#install} filled
     * @param port of a Kafka without topics on 127.0.0.1
     */
    PageRun(Path directory, Path tools, int port) throws IOException {
        this.port = port;
        Path work = Files.createDirectories(directory.resolve("keystead"));
        Tools.furnish(work, tools);
        this.shell = new Shell(
                work,
                Files.createDirectories(directory.resolve("state")),
                Map.of("PATH", tools + ":" + System.getenv("PATH"), "LC_ALL", "C.UTF-8", "NO_COLOR", "1"));
    }

    /** How many commands were run, a script of {@code sh} counting as one. */
    int commands() {
        return commands;
    }

    void run(Block block) throws IOException, InterruptedException {
        if (!block.before().isEmpty()) {
            run(block, Session.script(block.before()), 0);
        }
        if (block.starts()) {
            start(block);
        } else {
            run(block, Session.of(block), block.exitCode());
        }
    }

    private void run(Block block, Session session, int exitCode) throws IOException, InterruptedException {
        for (int i = 0; i < session.commands().size(); i++) {
            Session.Step step = session.commands().get(i);
            commands++;
            Shell.Ended ended = shell.run(here(step.command()));
            int expected = i == session.commands().size() - 1 ? exitCode : 0;
            assertThat(ended.exitCode())
                    .as(
                            "exit code at %s of %s, which printed%n%s",
                            block.place(), step.command(), text(ended.printed()))
                    .isEqualTo(expected);
            if (session.showsOutput()) {
                List<String> printed =
                        ended.printed().stream().map(this::asShown).toList();
                assertThat(ShownOutput.matches(step.shown(), printed))
                        .as(
                                "%s shows that %s prints%n%s%n%nand it printed%n%s",
                                block.place(), step.command(), text(step.shown()), text(printed))
                        .isTrue();
            }
        }
    }

    /** A program that goes on: a Kafka, which takes a port that is free here. */
    private void start(Block block) throws IOException, InterruptedException {
        Session session = Session.of(block);
        assertThat(session.commands())
                .as("commands to be started at %s", block.place())
                .hasSize(1);
        Session.Step step = session.commands().get(0);
        assertThat(step.command()).as("what is started at %s", block.place()).contains("keystead sandbox");
        port = SeparateBroker.freePorts(1).get(0);
        commands++;
        shell.start(
                "exec " + step.command() + " --port " + port,
                step.shown().stream().map(this::here).toList());
    }

    private String here(String text) {
        return SHOWN_ADDRESS.matcher(text).replaceAll("127.0.0.1:" + port);
    }

    private String asShown(String line) {
        return line.replace("127.0.0.1:" + port, "127.0.0.1:9092");
    }

    private static String text(List<String> lines) {
        return String.join(String.format(Locale.ROOT, "%n"), lines);
    }

    @Override
    public void close() {
        shell.close();
    }
}
