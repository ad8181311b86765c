package io.keystead.cli.flink;

import io.keystead.flink.savepoint.KeyedOperator;
import io.keystead.flink.savepoint.KeyedOperator.Kind;
import io.keystead.flink.savepoint.Rescale;
import io.keystead.flink.savepoint.Savepoint;
import io.keystead.flink.state.StateName.Format;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A savepoint's keyed state, for people. */
final class InspectionText {
    private static final int SHOWN = 10;

    private final List<Integer> parallelisms;
    private final boolean allSlots;
    private final StringBuilder text = new StringBuilder();

    private InspectionText(List<Integer> parallelisms, boolean allSlots) {
        this.parallelisms = parallelisms;
        this.allSlots = allSlots;
    }

    static String of(Savepoint savepoint, List<KeyedOperator> operators, List<Integer> parallelisms, boolean allSlots) {
        InspectionText text = new InspectionText(parallelisms, allSlots);
        text.line(
                "savepoint  %s, checkpoint %d, metadata version %d",
                savepoint.directory(), savepoint.checkpointId(), savepoint.version());
        text.line("operators  %s with keyed state", operators.size());
        operators.forEach(text::operator);
        return text.text.toString();
    }

    private void operator(KeyedOperator operator) {
        line("");
        line("%s", Texts.name(operator));
        String kind = operator.kind() == Kind.HRW ? "HrwStreams.keyBy, rule " + operator.rule() : "Flink's own keyBy";
        line("  kind      %s", kind);
        line(
                "  written   at parallelism %d, %s, %s, %s",
                operator.parallelism(),
                Texts.count(operator.slots(), "slot"),
                Texts.count(operator.files(), "file"),
                operator.format()
                        .map(format -> format == Format.CANONICAL ? "canonical" : "in the state backend's own format")
                        .orElse("none of them known"));
        if (operator.obstacle().isPresent()) {
            line("  unknown   %s", operator.obstacle().get());
            return;
        }
        sizes(operator);
        slots(operator);
        parallelisms.forEach(to -> rescale(operator, to));
    }

    private void sizes(KeyedOperator operator) {
        long[] bySlot = operator.bytesBySlot();
        line(
                "  state     %s in %s",
                Texts.count(operator.bytes(), "byte"),
                Texts.count(Arrays.stream(bySlot).filter(bytes -> bytes > 0).count(), "slot"));
        line("  slots     %s", spread(bySlot));
        line("  subtasks  %s", spread(operator.bytesBySubtask()));
    }

    private static String spread(long[] bytes) {
        Spread spread = Spread.of(bytes);
        return String.format(
                Locale.ROOT,
                "min %,d, median %,d, max %,d bytes; max/mean %s",
                spread.min(),
                spread.median(),
                spread.max(),
                spread.mean() == 0 ? "-" : String.format(Locale.ROOT, "%.2f", spread.max() / spread.mean()));
    }

    private void slots(KeyedOperator operator) {
        long[] bytes = operator.bytesBySlot();
        int[] writers = operator.writers();
        Comparator<Integer> order =
                allSlots ? Comparator.naturalOrder() : Comparator.comparingLong(slot -> -bytes[slot]);
        List<Integer> shown = IntStream.range(0, bytes.length)
                .filter(slot -> allSlots || bytes[slot] > 0)
                .boxed()
                .sorted(order)
                .limit(allSlots ? bytes.length : SHOWN)
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        line("");
        line("  %6s  %7s  %15s", "slot", "subtask", "bytes");
        for (int slot : shown) {
            line("  %6d  %7s  %,15d", slot, writers[slot] < 0 ? "-" : writers[slot], bytes[slot]);
        }
        if (!allSlots && shown.size() == SHOWN) {
            line("  The largest ones; --slots lists all.");
        }
    }

    private void rescale(KeyedOperator operator, int to) {
        line("");
        line(
                "  %-22s  %16s  %26s  %12s  %9s  %8s",
                operator.parallelism() + " to " + to + " subtasks",
                "slots moved",
                "bytes moved",
                "needless",
                "files",
                "max/mean");
        rescale(operator, "HrwStreams.keyBy", Rescale.hrw(operator, to));
        rescale(operator, "Flink's own keyBy", Rescale.keyBy(operator, to));
    }

    private void rescale(KeyedOperator operator, String by, Rescale rescale) {
        Spread spread = Spread.of(rescale.bytesBySubtask());
        line(
                "  %-22s  %16s  %26s  %12s  %9s  %8s",
                by,
                String.format(
                        Locale.ROOT,
                        "%,d (%s)",
                        rescale.slotsMoved(),
                        Texts.percent(rescale.slotsMoved(), operator.slots())),
                String.format(
                        Locale.ROOT,
                        "%,d (%s)",
                        rescale.bytesMoved(),
                        Texts.percent(rescale.bytesMoved(), operator.bytes())),
                String.format(Locale.ROOT, "%,d", rescale.slotsMovedBetweenStaying()),
                range(rescale.filesOpened()),
                spread.mean() == 0 ? "-" : String.format(Locale.ROOT, "%.2f", spread.max() / spread.mean()));
    }

    /** From the subtask with the fewest files to that with the most. */
    private static String range(int[] files) {
        int least = Arrays.stream(files).min().orElse(0);
        int most = Arrays.stream(files).max().orElse(0);
        return least == most ? Integer.toString(most) : least + " to " + most;
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
