package io.keystead.benchmarks.assign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AssignorRunTest {
    @TempDir
    private Path folder;

    @Test
    void what_is_wrong_on_the_command_line_is_told_before_anything_is_measured() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "# A page\n");

        assertThat(errorOf("--rounds", "0")).startsWith("--rounds 0 is out of range; allowed: 1 and above");
        assertThat(errorOf("--write", page.toString()))
                .startsWith("--write " + page + " lacks the lines \"<!-- begin: written by benchmarks/assignors -->\"");
    }

    private static String errorOf(String... arguments) {
        StringWriter error = new StringWriter();
        CommandLine command = AssignorRun.commandLine().setErr(new PrintWriter(error));
        assertThat(command.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return error.toString();
    }
}
