package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmTest {
    @Test
    void names_are_small_letters_and_hyphens_and_an_unknown_one_is_answered_with_all_of_them() {
        for (Algorithm algorithm : Algorithm.values()) {
            assertThat(algorithm.toString()).matches("[a-z]+(-[a-z]+)*");
        }
        assertThatThrownBy(() -> Algorithm.named("rendezvous"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no algorithm \"rendezvous\"; allowed: modulo, ")
                .hasMessageEndingWith(", bounded-hrw");
    }

    /** From 10 to 200 candidates; up to a factor of 2, since DxHash rounds up and ids have more digits. */
    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void memory_grows_as_the_algorithm_says(Algorithm algorithm) {
        long few = algorithm.place(Inputs.nodes(10)).memoryBytes();
        long many = algorithm.place(Inputs.nodes(200)).memoryBytes();
        switch (algorithm) {
            case MODULO, HASH_THRESHOLD, KEY_GROUPS, JUMP, JUMP_BACK ->
                assertThat(many).isZero();
            case HRW_SLOTS, TWO_LEVEL, GLB, MAGLEV ->
                assertThat(many).isEqualTo(few).isPositive();
            default -> assertThat(many).isBetween(10 * few, 40 * few);
        }
    }

    @Test
    void every_algorithm_has_its_contract_tested() {
        long tested = new ClassFileImporter()
                .importPackages("io.keystead.planner.placement").stream()
                        .filter(c -> c.isAssignableTo(PlacementContract.class))
                        .map(JavaClass::getName)
                        .filter(name -> !name.equals(PlacementContract.class.getName()))
                        .count();
        assertThat(tested).isEqualTo(Algorithm.values().length);
    }
}
