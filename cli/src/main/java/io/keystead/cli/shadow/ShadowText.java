package io.keystead.cli.shadow;

import io.keystead.cli.ByteSize;
import io.keystead.cli.topic.Ending;
import java.util.List;
import java.util.Locale;

/** Tells people what a shadow sees. */
final class ShadowText {
    private static final int SHOWN_FLOWS = 20;

    private ShadowText() {}

    /** One line: how much came in an interval and how much of it moves, and of the keys so far. */
    static String line(Sight sight) {
        Counts last = sight.last();
        return String.format(
                Locale.ROOT,
                "%7.1f s  %s records a second, %s move; %s a second, %s move; %s keys so far, %s move%n",
                sight.seconds(),
                rate(last.records(), sight.interval()),
                percent(last.movedRecordShare()),
                ByteSize.of(Math.round(last.bytes() / sight.interval())),
                percent(last.movedByteShare()),
                count(sight.keys()),
                percent(Counts.share(sight.movedKeys(), sight.keys())));
    }

    /** The same in a few words, beside a number of records. */
    static String brief(Sight sight) {
        return percent(sight.all().movedRecordShare()) + " move, keys "
                + percent(Counts.share(sight.movedKeys(), sight.keys()));
    }

    static String summary(String topic, Change change, Sight sight, List<Tally.Flow> flows, Ending ending) {
        Counts all = sight.all();
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "topic    %s, %s%n", topic, change.text()));
        text.append(String.format(Locale.ROOT, "time     %.1f s, until %s%n", sight.seconds(), ending.text()));
        row(text, "records", count(all.records()), count(all.movedRecords()), all.movedRecordShare());
        row(text, "bytes", ByteSize.of(all.bytes()), ByteSize.of(all.movedBytes()), all.movedByteShare());
        row(text, "keys", count(sight.keys()), count(sight.movedKeys()), Counts.share(sight.movedKeys(), sight.keys()));
        text.append(String.format(
                Locale.ROOT,
                "         numbers of keys are estimates, to within %.1f %% (one σ)%n",
                100 * Tally.KEY_SIGMA));
        text.append(String.format(Locale.ROOT, "unkeyed  %s records%n", count(all.withoutKey())));
        if (change.knowsToday()) {
            text.append(String.format(
                    Locale.ROOT, "strays   %s records lie elsewhere than --today says%n", count(all.strays())));
        }
        if (all.outages() > 0) {
            text.append(String.format(Locale.ROOT, "outages  %s, in which no broker answered%n", count(all.outages())));
        }
        change.notes().forEach(note -> text.append(String.format(Locale.ROOT, "note     %s%n", note)));
        if (!flows.isEmpty()) {
            text.append('\n')
                    .append(String.format(Locale.ROOT, "%8s %8s %14s %12s%n", "from", "to", "records", "bytes"));
            flows.stream()
                    .limit(SHOWN_FLOWS)
                    .forEach(flow -> text.append(String.format(
                            Locale.ROOT,
                            "%8d %8d %14s %12s%n",
                            flow.from(),
                            flow.to(),
                            count(flow.records()),
                            ByteSize.of(flow.bytes()))));
            if (flows.size() > SHOWN_FLOWS) {
                text.append(String.format(
                        Locale.ROOT, "and %,d pairs with fewer; --json has all%n", flows.size() - SHOWN_FLOWS));
            }
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String label, String all, String moved, double share) {
        text.append(String.format(Locale.ROOT, "%-8s %s, of which %s move (%s)%n", label, all, moved, percent(share)));
    }

    private static String rate(long count, double seconds) {
        return count(Math.round(count / seconds));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }
}
