package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What many changes of a group moved, beside the fewest moves to the same loads. */
final class Movement {
    private final List<Double> ratios = new ArrayList<>();
    private long moved;
    private long fewest;

    /** One change. Where nothing need move, one move counts as twice the fewest, two as three times, and so on. */
    void note(int itsMoved, int itsFewest) {
        moved += itsMoved;
        fewest += itsFewest;
        if (itsMoved > 0) {
            ratios.add(itsFewest == 0 ? itsMoved + 1.0 : (double) itsMoved / itsFewest);
        }
    }

    /** All moves in all fewest ones, and of the changes that moved something the median and the 99th of 100. */
    void check(double total, double median, double p99) {
        assertThat((double) moved / fewest).as("in all: %s", this).isLessThanOrEqualTo(total);
        assertThat(quantile(0.5)).as("median: %s", this).isLessThanOrEqualTo(median);
        assertThat(quantile(0.99)).as("p99: %s", this).isLessThanOrEqualTo(p99);
    }

    private double quantile(double q) {
        List<Double> sorted = ratios.stream().sorted().toList();
        return sorted.get((int) Math.ceil(q * sorted.size()) - 1);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d moved, %d at least, %.3f times; of %d changes median %.2f, p99 %.2f",
                moved,
                fewest,
                (double) moved / fewest,
                ratios.size(),
                quantile(0.5),
                quantile(0.99));
    }
}
