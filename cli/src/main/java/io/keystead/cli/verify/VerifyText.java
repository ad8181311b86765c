package io.keystead.cli.verify;

import io.keystead.cli.KeyText;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
            text.pairs();
            text.examples();
        }
        return text.text.toString();
    }

    private void counts(boolean color) {
        ScanResult scan = verification.scan();
        int partitions = verification.plan().spans().size();
        int active = verification.topology().active().size();
        String of = active == partitions ? "" : ", " + active + " of them active";
        String base =
                verification.topology().base().map(known -> ", base " + known).orElse("");
        line(
                "topic    %s, %s%s, %s%s",
                verification.plan().topic(),
                count(partitions, "partition"),
                of,
                verification.topology().hash(),
                base);
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
        line("unknown  %,d without a key%s", tally.withoutKey(), tooShort);
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
            line(
                    "No one kind of writer accounts for all of them; Kafka's default partitioner for %,d.",
                    suspects.asByDefault());
            return;
        }
        String but = suspects.wrong() < tally.wrong() ? " but those of hot keys" : "";
        String by = causes.size() > 1 ? "any one of" : "";
        line(("All wrong records" + but + " lie where they would be put by " + by).strip());
        causes.stream().limit(SHOWN).forEach(cause -> line("  %s", cause));
        if (causes.size() > SHOWN) {
            line("  and %d others that so few keys cannot tell apart", causes.size() - SHOWN);
        }
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
