package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchmarkRunTest {
    private static final String BEGIN = "<!-- begin: written by benchmarks/run -->";
    private static final String END = "<!-- end: written by benchmarks/run -->";

    @TempDir
    private Path folder;

    @Test
    void a_number_of_rounds_out_of_range_is_told_before_anything_is_measured() {
        assertThat(errorOf("--rounds", "0")).startsWith("--rounds 0 is out of range; allowed: 1 and above");
    }

    @Test
    void a_page_without_markers_is_told_before_anything_is_measured() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "# A page\n");
        assertThat(errorOf("--write", page.toString()))
                .startsWith("--write " + page + " lacks the lines \"" + BEGIN + "\"");
        assertThat(errorOf("--write", folder.resolve("none.md").toString())).contains("none.md cannot be read");
    }

    @Test
    void a_report_takes_the_place_of_the_one_before_and_leaves_the_rest_of_the_page() throws IOException {
        Path page =
                Files.writeString(folder.resolve("page.md"), "# A page\n" + BEGIN + "\nold\n" + END + "\nThe end.\n");
        MarkedSection.in(page, "benchmarks/run").replace("new\n");
        assertThat(page).hasContent("# A page\n" + BEGIN + "\nnew\n" + END + "\nThe end.\n");
    }

    private static String errorOf(String... arguments) {
        StringWriter error = new StringWriter();
        CommandLine command = BenchmarkRun.commandLine().setErr(new PrintWriter(error));
        assertThat(command.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return error.toString();
    }
}
