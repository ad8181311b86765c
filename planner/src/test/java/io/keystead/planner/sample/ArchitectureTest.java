package io.keystead.planner.sample;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.planner.sample");

    @Test
    void samples_know_hashes_and_parsers_and_no_placement() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.planner.sample",
                        "io.keystead.hrw.hash",
                        "java..",
                        "de.siegmar.fastcsv.reader",
                        "com.fasterxml.jackson.core..",
                        "org.apache.commons.rng..",
                        "org.jspecify..")
                .check(MAIN);
    }
}
