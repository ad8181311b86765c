package io.keystead.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.kafka");

    @Test
    void aPluginUsesTheCoreTheClientAndThePlatformOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.kafka..",
                        "io.keystead.hrw..",
                        "org.apache.kafka.clients.producer",
                        "org.apache.kafka.common..",
                        "org.jspecify.annotations",
                        "java..",
                        "javax.management..")
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
    void configurationKnowsNoPlugin() {
        noClasses()
                .that()
                .resideInAPackage("io.keystead.kafka.topology")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.keystead.kafka.producer", "org.apache.kafka.clients..")
                .check(CLASSES);
        slices().matching("io.keystead.kafka.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheMonitorableClassNeedsANewClient() {
        noClasses()
                .that()
                .haveNameNotMatching(".*(MonitorableHrwPartitioner|PluginMetricsSink)")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.apache.kafka.common.metrics.Monitorable")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.apache.kafka.common.metrics.PluginMetrics")
                .check(CLASSES);
    }
}
