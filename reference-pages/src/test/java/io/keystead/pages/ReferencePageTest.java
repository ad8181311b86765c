package io.keystead.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencePageTest {
    private static final String BEGIN = "<!-- begin: sizes, written by SizesTest -->\n";
    private static final String END = "<!-- end: sizes, written by SizesTest -->\n";

    private Path file;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        file = Files.writeString(directory.resolve("page.md"), "before\n" + BEGIN + "old\n" + END + "after\n");
    }

    @Test
    void aStalePartFailsAndTheRestOfThePageDoesNotCount() throws IOException {
        ReferencePage page = new ReferencePage(file, "SizesTest", false);

        page.checkPart("sizes", "old\n");
        assertThatThrownBy(() -> page.checkPart("sizes", "new\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "page.md is stale; run: mvn -pl reference-pages -am test -Dkeystead.docs.write=true");
        assertThat(file).hasContent("before\n" + BEGIN + "old\n" + END + "after\n");
    }

    @Test
    void aPartIsWrittenAndTheRestOfThePageStays() throws IOException {
        new ReferencePage(file, "SizesTest", true).checkPart("sizes", "new\n");

        assertThat(file).hasContent("before\n" + BEGIN + "new\n" + END + "after\n");
    }

    @Test
    void aPartThatThePageLacksFailsAndIsNotWritten() {
        assertThatThrownBy(() -> new ReferencePage(file, "SizesTest", true).checkPart("colours", "red\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("begin: colours, written by SizesTest");
    }

    @Test
    void aTableHasOneCellAColumnAndOneLineARow() {
        MarkdownTable table = new MarkdownTable("a", "b").row("1", MarkdownTable.plain("x|y<z"));

        assertThat(table).hasToString("| a | b |\n|---|---|\n| 1 | x\\|y&lt;z |\n");
        assertThatThrownBy(() -> table.row("1")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> table.row("1", "2\n3")).isInstanceOf(AssertionError.class);
    }

    @Test
    void aMessageOfTwoLinesAndARefusalThatDoesNotHappenFail() {
        RefusalTable table = new RefusalTable("set");

        assertThatThrownBy(() -> table.add("`a=1`", () -> {
                    throw new IllegalArgumentException("two\nlines");
                }))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> table.add("`a=1`", () -> {}))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("refusal of `a=1`");
    }
}
