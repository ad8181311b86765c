package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

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
