package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The table of promises in docs/comparison.md is that of {@link Algorithm}; with -Dkeystead.docs.write=true this test
 * writes it.
 */
class ComparisonPageTest {
    private static final Path PAGE = Path.of("..", "docs", "comparison.md");
    private static final String BEGIN = "<!-- begin: written by ComparisonPageTest -->\n";
    private static final String END = "<!-- end: written by ComparisonPageTest -->\n";
    private static final Set<Algorithm> KNOWN_WRONG = EnumSet.of(Algorithm.CARP, Algorithm.DRUID);

    @Test
    void the_page_has_the_promises_that_the_code_makes() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN, END);
        String expected =
                page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + table() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("keystead.docs.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .as("stale; run: mvn -pl planner -am test -Dkeystead.docs.write=true")
                .isEqualTo(expected);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("""
                | algorithm | add | remove | reweight | set | weights | ranked standbys | bounded load |
                |---|---|---|---|---|---|---|---|
                """);
        for (Algorithm algorithm : Algorithm.values()) {
            Set<Guarantee> kept = algorithm.guarantees();
            String end = kept.contains(Guarantee.MONOTONE_ON_REMOVAL_AT_END) ? "end" : "";
            table.append("| `").append(algorithm).append(KNOWN_WRONG.contains(algorithm) ? "` (*known wrong*)" : "`");
            appendCell(table, kept, Guarantee.MONOTONE_ON_ADD);
            table.append(" | ").append(kept.contains(Guarantee.MONOTONE_ON_REMOVAL) ? "yes" : end);
            appendCell(table, kept, Guarantee.MONOTONE_ON_REWEIGHT);
            appendCell(table, kept, Guarantee.ORDER_INDEPENDENT);
            appendCell(table, kept, Guarantee.WEIGHTED);
            appendCell(table, kept, Guarantee.RANKED);
            appendCell(table, kept, Guarantee.BOUNDED_LOAD);
            table.append(" |\n");
        }
        return table.toString();
    }

    private static void appendCell(StringBuilder table, Set<Guarantee> kept, Guarantee guarantee) {
        table.append(" | ").append(kept.contains(guarantee) ? "yes" : "");
    }
}
