package io.keystead.benchmarks.keyby;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatiosTest {
    @Test
    void bothAreMeasuredInTurnAndAPairThatWarmsUpDoesNotCount() throws Exception {
        List<String> order = new ArrayList<>();
        double[] flink = {100, 2, 4, 1};
        double[] hrw = {1, 3, 5, 1};

        Ratios ratios = Ratios.inTurn(1, 3, what -> {}, () -> next(order, "f", flink), () -> next(order, "h", hrw));

        assertThat(order).containsExactly("f", "h", "h", "f", "f", "h", "h", "f");
        assertThat(ratios.median()).isEqualTo(1.25);
        assertThat(ratios.cells()).isEqualTo(" 2.00 s | 3.00 s | 1.250 (1.00 to 1.50) |");
    }

    private static double next(List<String> order, String kind, double[] seconds) {
        int before = (int) order.stream().filter(kind::equals).count();
        order.add(kind);
        return seconds[before];
    }

    @Test
    void aLimitIsKeptUpToItsBoundAndStaysBroken() throws Exception {
        Limits limits = new Limits();

        assertThat(limits.atMost(1.05, ratio(1.05))).isEqualTo("ok");
        assertThat(limits.kept()).isTrue();
        assertThat(limits.atMost(1.05, ratio(1.06))).isEqualTo("**FAIL**");
        assertThat(limits.atMost(1.05, ratio(Double.NaN))).isEqualTo("**FAIL**");
        assertThat(limits.atMost(1.05, ratio(1))).isEqualTo("ok");
        assertThat(limits.kept()).isFalse();
    }

    private static Ratios ratio(double ratio) throws Exception {
        return Ratios.inTurn(0, 1, what -> {}, () -> 1, () -> ratio);
    }
}
