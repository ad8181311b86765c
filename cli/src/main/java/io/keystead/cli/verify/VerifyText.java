package io.keystead.cli.verify;

import io.keystead.cli.KeyText;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.ScanResult;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A verification for people. */
final class VerifyText {
    private static final int SHOWN = 10;
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final Verification verification;
    private final Tally tally;
    private final StringBuilder text = new StringBuilder();

    private VerifyText(Verification verification) {
        this.verification = verification;
        this.tally = verification.tally();
    }

    static String of(Verification verification, boolean color) {
        VerifyText text = new VerifyText(verification);
        text.counts(color);
        if (text.tally.wrong() > 0) {
            text.causes();
        }
        if (text.tally.wrong() > 0 || verification.asksForClients()) {
            text.clients();
        }
        text.schemaIds();
        if (text.tally.wrong() > 0) {
            text.pairs();
            text.examples();
        }
        return text.text.toString();
    }

    private void counts(boolean color) {
        ScanResult scan = verification.scan();
        line(
                "topic    %s, %s, %s",
                verification.plan().topic(),
                count(verification.plan().spans().size(), "partition"),
                verification.rule().text());
        line(
                "records  %,d in %.1f s (%,.0f a second; %.1f s of processor time)",
                tally.records(), scan.seconds(), tally.records() / scan.seconds(), scan.cpuSeconds());
        if (scan.ending() != Ending.END) {
            line("ended    %s", scan.ending().text());
        }
        line("right    %,d", tally.right());
        line(
                tally.wrong() > 0 ? paint(color, RED, "wrong    %,d") : paint(color, GREEN, "wrong    %,d"),
                tally.wrong());
        String tooShort = tally.tooShort() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d with a key shorter than its window", tally.tooShort());
        String empty = tally.emptyKeys() == 0
                ? ""
                : String.format(
                        Locale.ROOT, ", %,d with an empty key, which librdkafka puts anywhere", tally.emptyKeys());
        line("unknown  %,d without a key%s%s", tally.withoutKey(), tooShort, empty);
    }

    private static String paint(boolean color, String escape, String line) {
        return color ? escape + line + PLAIN : line;
    }

    private void causes() {
        Suspects suspects = tally.suspects();
        List<String> causes = suspects.causes();
        line("");
        if (suspects.wrong() == 0) {
            line("All wrong records are of hot keys.");
            return;
        }
        if (causes.isEmpty()) {
            String byDefault = suspects.asByDefault() == 0
                    ? ""
                    : String.format(Locale.ROOT, "; Kafka's default partitioner for %,d", suspects.asByDefault());
            line("No one kind of writer accounts for all of them%s.", byDefault);
            return;
        }
        String but = suspects.wrong() < tally.wrong() ? " but those of hot keys" : "";
        String by = causes.size() > 1 ? "any one of" : "";
        line(("All wrong records" + but + " lie where they would be put by " + by).strip());
        list("  ", causes);
        if (verification.rule() instanceof HrwRule) {
            suspects.forgottenBase()
                    .ifPresent(n -> line("If the topic was adopted, they may be right: --base murmur2/%d tells.", n));
        }
    }

    private void list(String indent, List<String> writers) {
        writers.stream().limit(SHOWN).forEach(writer -> line("%s%s", indent, writer));
        if (writers.size() > SHOWN) {
            line("%sand %d others that so few keys cannot tell apart", indent, writers.size() - SHOWN);
        }
    }

    private void clients() {
        if (tally.right() + tally.wrong() == 0) {
            return;
        }
        Attribution attribution = new Attribution(verification.rule(), verification.writers());
        line("");
        line("client                    with a key           wrong");
        for (Clients.Client client : tally.clients().all()) {
            line(
                    "%-20s  %,14d  %,14d",
                    client.text(), client.tally().records(), client.tally().wrong());
            finding(attribution.of(client.tally()));
        }
    }

    private void finding(Finding finding) {
        switch (finding.told()) {
            case ONE_WRITER -> part("  ", finding.parts().get(0));
            case MIXTURE -> {
                Attribution.bySize(finding).forEach(part -> part("  " + about(part.share()) + "  ", part));
                if (finding.rest() > 0) {
                    line("  %s  no writer that is known here, or too few to tell", about(finding.rest()));
                }
            }
            case TOO_FEW ->
                line(
                        finding.needed() == Integer.MAX_VALUE
                                ? "  whoever writes to one partition, it is the same"
                                : "  not enough different keys to tell: %d, and it takes %d",
                        finding.keys(),
                        finding.needed());
            case NONE -> line("  no writer that is known here");
        }
    }

    private void part(String indent, Finding.Part part) {
        if (part.anyOf().size() == 1) {
            line("%s%s", indent, part.anyOf().get(0));
        } else {
            line("%sany one of", indent);
            list("    ", part.anyOf());
        }
    }

    /** As few digits as a sample is worth. */
    private static String about(double share) {
        long percent = Math.round(share * 100);
        return percent == 0
                ? " under 1 %"
                : percent == 100 ? " over 99 %" : String.format(Locale.ROOT, "about %2d %%", percent);
    }

    private void schemaIds() {
        tally.schemaIds().found().ifPresent(found -> {
            line("");
            line(
                    "Keys differ only in their schema id: of %,d sampled keys without it %,d came under more than one (%s),",
                    found.keys(), found.underSeveral(), ids(found));
            line(
                    "and %,d of these lie on several partitions%s.",
                    found.apart(), found.right() ? ", each right by the hash of its own bytes" : "");
        });
    }

    private static String ids(SchemaIds.Found found) {
        return found.ids().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private void pairs() {
        List<Map.Entry<Pair, Long>> pairs = tally.pairs();
        line("");
        line("belong in    found in         records");
        long rest = tally.wrong();
        for (Map.Entry<Pair, Long> pair : pairs.subList(0, Math.min(SHOWN, pairs.size()))) {
            line("%9d  %10d  %,14d", pair.getKey().expected(), pair.getKey().found(), pair.getValue());
            rest -= pair.getValue();
        }
        if (rest > 0) {
            line("%9s  %10s  %,14d  (--json tells of all)", "others", "", rest);
        }
    }

    private void examples() {
        Collection<Example> examples = tally.examples();
        if (examples.isEmpty()) {
            return;
        }
        line("");
        line("belongs in    found in          offset  key");
        for (Example example : examples) {
            line(
                    "%10d  %10d  %14d  %s",
                    example.expected(), example.partition(), example.offset(), KeyText.of(example.keyBytes()));
        }
        line("The first ones, each key once (--examples).");
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
