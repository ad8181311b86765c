package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.text.TopologyText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Candidates as options spell them: how many partitions (12), which (0-11,14), or names (a,b,c). */
final class CandidateList {
    private static final String NUMBERS = "[0-9, -]*";

    private CandidateList() {}

    /**
     * The ids that a list names, in its order.
     *
     * @throws BadInput in one line that names the option, the text and what is allowed
     */
    static Set<String> ids(String option, String text) {
        return Shown.parsed(option, () -> isCount(text) ? counted(text) : listed(text));
    }

    /** The same where a bare number is one candidate. */
    static Set<String> some(String option, String text) {
        return Shown.parsed(option, () -> listed(text));
    }

    private static boolean isCount(String text) {
        return text.strip().matches("\\d{1,9}");
    }

    private static Set<String> counted(String text) {
        int count = Integer.parseInt(text.strip());
        if (count < 1 || count > TopologyText.MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" partitions are out of range; allowed: 1 to " + TopologyText.MAX_PARTITIONS);
        }
        return numbered(IntStream.range(0, count).boxed().toList());
    }

    private static Set<String> listed(String text) {
        if (text.matches(NUMBERS)) {
            return numbered(List.copyOf(TopologyText.partitions(text)));
        }
        Set<String> ids = new LinkedHashSet<>();
        for (String id : text.split(",", -1)) {
            if (!id.equals(id.strip()) || !id.equals(Shown.safe(id))) {
                throw new IllegalArgumentException("\"" + Shown.safe(id)
                        + "\" is not a candidate; allowed: text that shows, without blanks around it");
            }
            if (!ids.add(Candidate.of(id).id())) {
                throw new IllegalArgumentException("\"" + id + "\" is there twice; allowed: each once");
            }
        }
        return ids;
    }

    private static Set<String> numbered(List<Integer> numbers) {
        Set<String> ids = new LinkedHashSet<>();
        numbers.forEach(number -> ids.add(Integer.toString(number)));
        return ids;
    }

    /**
     * What a list such as {@code 0-7:2,8:0.5} or {@code a:2,b:0.5} says of candidates: the text behind the colon, by id. Entries
     * without a colon belong to the next one that has it, as in {@code 0,1,5-7:r1}.
     *
     * @throws BadInput in one line that names the option, the text and what is allowed
     */
    static Map<String, String> properties(String option, String text) {
        Map<String, String> properties = new LinkedHashMap<>();
        List<String> open = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            int colon = entry.lastIndexOf(':');
            open.add(colon < 0 ? entry : entry.substring(0, colon));
            if (colon >= 0) {
                for (String id : some(option, String.join(",", open))) {
                    if (properties.put(id, entry.substring(colon + 1).strip()) != null) {
                        throw new BadInput(
                                option, "\"" + Shown.safe(text) + "\" names \"" + id + "\" twice; allowed: each once");
                    }
                }
                open.clear();
            }
        }
        if (!open.isEmpty()) {
            throw new BadInput(
                    option,
                    "\"" + Shown.safe(String.join(",", open))
                            + "\" has nothing behind it; allowed: a list such as 0-7:2,8:0.5");
        }
        return properties;
    }
}
