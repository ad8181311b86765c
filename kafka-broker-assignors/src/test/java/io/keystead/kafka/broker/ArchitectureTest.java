package io.keystead.kafka.broker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.kafka.broker");

    @Test
    void anAssignorUsesTheRuleTheCoordinatorsApiAndThePlatformOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.kafka.broker",
                        "io.keystead.hrw..",
                        "org.apache.kafka.coordinator.group.api..",
                        "org.apache.kafka.common..",
                        "org.jspecify.annotations",
                        "java..")
                .check(CLASSES);
    }

    @Test
    void nothingPrintsOrLogs() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                .check(CLASSES);
    }

    @Test
    void onlyTheAssignorsArePublic() {
        classes()
                .that()
                .areTopLevelClasses()
                .and()
                .doNotImplement("org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor")
                .and()
                .doNotImplement("org.apache.kafka.coordinator.group.api.streams.assignor.TaskAssignor")
                .should()
                .notBePublic()
                .check(CLASSES);
    }
}
