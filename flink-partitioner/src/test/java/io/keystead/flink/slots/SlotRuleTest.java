package io.keystead.flink.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotRuleTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 11, 100})
    void aSlotsOwnerIsTheWinnerAmongTheSubtasksForItsDecimalNumber(int parallelism) {
        Placement placement = Placement.of(Topology.ofPartitions(parallelism));
        int[] owners = SlotRule.PLAIN.owners(4096, parallelism);

        for (int slot = 0; slot < owners.length; slot++) {
            byte[] number = Integer.toString(slot).getBytes(StandardCharsets.US_ASCII);
            Candidate owner = placement.active().get(placement.owner(number));
            assertThat(owners[slot]).isEqualTo(Integer.parseInt(owner.id()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9, 10, 16, 99, 100})
    void growthMovesSlotsToTheNewSubtaskAlone(int parallelism) {
        int[] before = SlotRule.PLAIN.owners(4096, parallelism);
        int[] after = SlotRule.PLAIN.owners(4096, parallelism + 1);

        int moved = 0;
        for (int slot = 0; slot < before.length; slot++) {
            if (before[slot] != after[slot]) {
                assertThat(after[slot]).isEqualTo(parallelism);
                moved++;
            }
        }
        // Binomial with mean slots / (p + 1); five sigmas.
        double share = 1.0 / (parallelism + 1);
        double sigma = Math.sqrt(4096 * share * (1 - share));
        assertThat((double) moved).isBetween(4096 * share - 5 * sigma, 4096 * share + 5 * sigma);
    }

    @Test
    void aSlackBoundsEverySubtask() {
        int[] owners = SlotRule.PLAIN.withSlack(0.05).owners(4096, 16);

        // The share of 256 and a twentieth more, rounded up.
        assertThat(Arrays.stream(counts(owners, 16)).max().orElseThrow()).isLessThanOrEqualTo(269);
        assertThat(Arrays.stream(counts(SlotRule.PLAIN.owners(4096, 16), 16))
                        .max()
                        .orElseThrow())
                .isGreaterThan(269);
    }

    @Test
    void aSubtaskOfWeightTwoGetsTwiceTheSlots() {
        int[] counts = counts(SlotRule.PLAIN.withWeights(Map.of(0, 2.0)).owners(32768, 4), 4);

        double sigma = Math.sqrt(32768 * 0.4 * 0.6);
        assertThat((double) counts[0]).isBetween(32768 * 0.4 - 5 * sigma, 32768 * 0.4 + 5 * sigma);
    }

    @Test
    void weightsOfSubtasksThatAreNotThereDoNotCount() {
        assertThat(SlotRule.PLAIN.withWeights(Map.of(7, 5.0)).owners(512, 4)).isEqualTo(SlotRule.PLAIN.owners(512, 4));
    }

    @Test
    void aRuleIsReadBackFromItsText() {
        for (SlotRule rule : new SlotRule[] {
            SlotRule.PLAIN,
            SlotRule.PLAIN.withSlack(0),
            SlotRule.PLAIN.withWeights(new TreeMap<>(Map.of(3, 0.5, 0, 1e6))),
            SlotRule.PLAIN.withSlack(0.25).withWeights(Map.of(12, 1e-6))
        }) {
            assertThat(SlotRule.parse(rule.toString())).isEqualTo(rule).hasSameHashCodeAs(rule);
        }
        assertThat(SlotRule.PLAIN.withSlack(0.1).withWeights(Map.of(0, 2.0, 3, 0.5, 5, 1.0)))
                .hasToString("slack=0.1,weights=0:2.0+3:0.5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "slack",
                "slack=",
                "slack=x",
                "weights=1",
                "weights=1:x",
                "weights=x:1",
                "weights=0.5:2",
                "weights=99999999999:2",
                "other=1",
                "slack=0.1,"
            })
    void aTextThatIsNoRuleIsRefused(String text) {
        assertThatThrownBy(() -> SlotRule.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the rule \"" + text + "\" cannot be read; allowed: plain, or slack=NUMBER and"
                        + " weights=SUBTASK:WEIGHT+... with a comma between");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1000.5, Double.NaN, Double.POSITIVE_INFINITY})
    void aSlackOutOfRangeIsRefused(double slack) {
        assertThatThrownBy(() -> SlotRule.PLAIN.withSlack(slack))
                .hasMessage("the slack " + slack + " is out of range; allowed: 0 to 1000.0");
    }

    @Test
    void weightsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> SlotRule.PLAIN.withWeights(Map.of(1, 0.0)))
                .hasMessage("the weight 0.0 of subtask 1 is out of range; allowed: 1e-6 to 1e6");
        assertThatThrownBy(() -> SlotRule.PLAIN.withWeights(Map.of(-1, 1.0)))
                .hasMessage("the weight 1.0 of subtask -1: no such subtask; allowed: subtasks from 0 on");
    }

    private static int[] counts(int[] owners, int parallelism) {
        int[] counts = new int[parallelism];
        for (int owner : owners) {
            counts[owner]++;
        }
        return counts;
    }
}
