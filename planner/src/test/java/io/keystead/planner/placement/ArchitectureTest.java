package io.keystead.planner.placement;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.sample.SampleSummary;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.planner");

    @Test
    void algorithms_depend_on_the_rule_hash4j_java_and_jspecify_only() {
        classes()
                .that()
                .resideInAPackage("io.keystead.planner.placement")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.planner.placement",
                        "io.keystead.hrw",
                        "io.keystead.hrw.hash",
                        "java..",
                        "com.dynatrace.hash4j..",
                        "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void what_a_change_costs_is_worked_out_from_a_sample_wherever_its_keys_come_from() {
        classes()
                .that()
                .resideInAPackage("io.keystead.planner.whatif")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.planner.whatif",
                        "io.keystead.planner.placement",
                        "io.keystead.planner.sample",
                        "io.keystead.hrw",
                        "java.lang..",
                        "java.time..",
                        "java.util..",
                        "org.apache.commons.numbers..",
                        "org.jspecify..")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("io.keystead.planner.whatif")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.keystead.planner.sample")
                        .and(not(JavaClass.Predicates.belongToAnyOf(KeySample.class, SampleSummary.class))))
                .check(MAIN);
    }

    @Test
    void samples_know_neither_algorithms_nor_changes() {
        noClasses()
                .that()
                .resideInAPackage("io.keystead.planner.sample")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.keystead.planner.whatif", "io.keystead.planner.placement")
                .check(MAIN);
    }

    @Test
    void algorithms_do_no_input_or_output_and_print_nothing() {
        noClasses()
                .that()
                .resideInAPackage("io.keystead.planner.placement")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..", "java.net..", "java.nio.file..", "java.time..", "java.util.concurrent..")
                .check(MAIN);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
    }
}
