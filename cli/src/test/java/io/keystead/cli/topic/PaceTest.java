package io.keystead.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long START = 1_700_000_000_000L;
    private static final int RECORDS = 10_000;

    /** 100 records a second. */
    private final Pace pace = new Pace();

    @Test
    void records_by_seconds() {
        write(RECORDS);
        // To within the distance of one record, 1 in 9,000.
        assertThat(pace.of(RECORDS)).hasValueCloseTo(100.0, within(0.1));
    }

    @Test
    void times_that_are_missing_or_wrong_change_little() {
        write(RECORDS);
        for (int i = 0; i < RECORDS; i++) {
            pace.add(-1);
        }
        assertThat(pace.of(RECORDS)).hasValueCloseTo(100.0, within(0.1));
        int wrong = RECORDS / 100;
        for (int i = 0; i < wrong; i++) {
            pace.add(0);
            pace.add(Long.MAX_VALUE);
        }
        assertThat(pace.of(RECORDS + 2 * wrong)).hasValueCloseTo(100.0, within(0.1));
    }

    @Test
    void many_records_are_known_by_a_part_of_them() {
        write(100 * RECORDS);
        // What nine tenths of 16,384 uniform times span is Beta distributed, around 0.9.
        double sigma = Math.sqrt(0.9 * 0.1 / (1 << 14)) / 0.9;
        assertThat(pace.of(100 * RECORDS)).hasValueCloseTo(100.0, within(600 * sigma));
    }

    @Test
    void of_a_moment_there_is_none() {
        assertThat(pace.of(0)).isEmpty();
        pace.add(START);
        assertThat(pace.of(1)).isEmpty();
        pace.add(START + 999);
        assertThat(pace.of(2)).isEmpty();
        pace.add(START + 1_000);
        assertThat(pace.of(3)).hasValue(2);
    }

    private void write(int records) {
        for (int i = 0; i < records; i++) {
            pace.add(START + 10L * i);
        }
    }
}
