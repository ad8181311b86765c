package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/cli.md is the help of every command; with -Dkeystead.docs.write=true this test writes it. */
class CommandReferenceTest {
    private static final Pattern SUBCOMMAND = Pattern.compile("^  ([a-z][a-z-]*) ", Pattern.MULTILINE);

    @Test
    void thePageHasTheHelpOfEveryCommand() throws IOException {
        StringBuilder page = new StringBuilder("""
                # The command

                What `keystead COMMAND --help` prints; a test writes this page. All output that is meant for programs goes to standard output, and to people
                what else there is to say on standard error.
                """);
        append(page, List.of());
        new ReferencePage("cli.md", CommandReferenceTest.class).check(page.toString());
    }

    private static void append(StringBuilder page, List<String> command) {
        List<String> arguments = new ArrayList<>(command);
        arguments.add("--help");
        Command.Result help = Command.run(arguments.toArray(new String[0]));
        assertThat(help.exitCode()).as("exit code of %s", arguments).isZero();
        page.append("\n## ").append(String.join(" ", command).isEmpty() ? "keystead" : String.join(" ", command));
        page.append("\n\n```text\n");
        help.out().lines().forEach(line -> page.append(line.stripTrailing()).append('\n'));
        page.append("```\n");
        for (String subcommand : subcommands(help.out())) {
            List<String> next = new ArrayList<>(command);
            next.add(subcommand);
            append(page, next);
        }
    }

    private static List<String> subcommands(String help) {
        int begin = help.indexOf("\nCommands:\n");
        if (begin < 0) {
            return List.of();
        }
        int end = help.indexOf("\n\n", begin + 1);
        return SUBCOMMAND
                .matcher(help.substring(begin, end < 0 ? help.length() : end))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
