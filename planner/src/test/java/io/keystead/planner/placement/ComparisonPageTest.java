package io.keystead.planner.placement;

import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The tables of promises and of costs in docs/comparison.md are those of {@link Algorithm} and {@link Complexity}; with
 * -Dkeystead.docs.write=true this test writes them.
 */
class ComparisonPageTest {
    private static final ReferencePage PAGE = new ReferencePage("comparison.md", ComparisonPageTest.class);
    /** Look-ups that take the same steps for every key. */
    private static final Set<String> SAME_FOR_ALL = Set.of("1", "n", "W", "n + skipped");

    @Test
    void the_page_has_the_promises_that_the_code_makes() throws IOException {
        PAGE.checkPart("promises", table());
    }

    @Test
    void the_page_has_the_costs_that_are_declared_and_the_steps_that_are_counted() throws IOException {
        PAGE.checkPart("costs", costs());
    }

    private static String table() {
        StringBuilder table = new StringBuilder("""
                | algorithm | add | remove | reweight | set | weights | ranked standbys | bounded load |
                |---|---|---|---|---|---|---|---|
                """);
        for (Algorithm algorithm : Algorithm.values()) {
            Set<Guarantee> kept = algorithm.guarantees();
            String end = kept.contains(Guarantee.MONOTONE_ON_REMOVAL_AT_END) ? "end" : "";
            table.append("| `")
                    .append(algorithm)
                    .append(algorithm.knownWrong().isPresent() ? "` (*known wrong*)" : "`");
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

    private static String costs() {
        StringBuilder table = new StringBuilder("""
                | algorithm | look-up | memory | build | change | steps of 10 | of 100 | of 1,000 |
                |---|---|---|---|---|---|---|---|
                """);
        long[] keys = Inputs.keys(51, 1_000);
        for (Algorithm algorithm : Algorithm.values()) {
            Complexity declared = Complexity.of(algorithm);
            table.append(String.format(
                    "| `%s` | %s | %s | %s | %s |",
                    algorithm, declared.lookup(), declared.memory(), declared.build(), declared.change()));
            for (int n : new int[] {10, 100, 1_000}) {
                KeyPlacement placement = algorithm.place(Inputs.nodes(n));
                double steps =
                        Arrays.stream(keys).mapToInt(placement::steps).average().orElseThrow();
                table.append(String.format(Locale.ROOT, isCounted(algorithm) ? " %.1f |" : " *%.0f* |", steps));
            }
            table.append('\n');
        }
        return table.toString();
    }

    /** Where each key takes as many steps there is nothing to count, see {@link KeyPlacement#steps}. */
    private static boolean isCounted(Algorithm algorithm) {
        return algorithm == Algorithm.JUMP_BACK
                || !SAME_FOR_ALL.contains(Complexity.of(algorithm).lookup());
    }

    private static void appendCell(StringBuilder table, Set<Guarantee> kept, Guarantee guarantee) {
        table.append(" | ").append(kept.contains(guarantee) ? "yes" : "");
    }
}
