package io.keystead.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;

/** A table, row by row. Not thread-safe. */
public final class MarkdownTable {
    private final int columns;
    private final StringBuilder lines = new StringBuilder();

    /** An empty table with these heads, one a column. */
    public MarkdownTable(String... heads) {
        this.columns = heads.length;
        row(heads);
        lines.append('|')
                .append(String.join("|", Collections.nCopies(columns, "---")))
                .append("|\n");
    }

    /** Adds a row of Markdown, one cell a column, each on one line; {@link #plain} is for text that is none. */
    public MarkdownTable row(String... cells) {
        assertThat(cells)
                .hasSize(columns)
                .allSatisfy(cell -> assertThat(cell).doesNotContain("\n").doesNotContainPattern("(?<!\\\\)\\|"));
        lines.append("| ").append(String.join(" | ", cells)).append(" |\n");
        return this;
    }

    /** A text that neither ends its cell nor is taken for HTML; Markdown in it stays Markdown. */
    public static String plain(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    /** All lines, the last one ended. */
    @Override
    public String toString() {
        return lines.toString();
    }
}
