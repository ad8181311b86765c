package io.keystead.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.kafka");

    @Test
    void aPluginUsesTheCoreItsHostAndThePlatformOnly() {
        mayUse("topology");
        mayUse("check");
        mayUse("producer", "org.apache.kafka.clients.producer", "org.apache.datasketches..");
        mayUse("consumer", "org.apache.kafka.clients.consumer", "org.slf4j");
        mayUse("streams", "org.apache.kafka.streams..", "org.slf4j");
    }

    private static void mayUse(String folder, String... more) {
        String[] always = {
            "io.keystead.kafka..",
            "io.keystead.hrw..",
            "io.keystead.avro",
            "org.apache.kafka.common..",
            "org.jspecify.annotations",
            "java..",
            "javax.management.."
        };
        classes()
                .that()
                .resideInAPackage("io.keystead.kafka." + folder + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.of(always, more).flatMap(Stream::of).toArray(String[]::new))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nothingPrintsAndTheHotPathDoesNotLog() {
        noClasses()
                .that()
                .resideInAnyPackage("..kafka.producer..", "..kafka.topology..", "..kafka.check..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..")
                .check(CLASSES);
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..")
                .check(CLASSES);
    }

    @Test
    void configurationKnowsNoPlugin() {
        noClasses()
                .that()
                .resideInAPackage("io.keystead.kafka.topology")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.keystead.kafka.producer..",
                        "io.keystead.kafka.consumer..",
                        "io.keystead.kafka.streams..",
                        "io.keystead.kafka.check..",
                        "org.apache.kafka.clients..")
                .check(CLASSES);
        slices().matching("io.keystead.kafka.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** By way of avro-keys alone, which loads it when a property asks for it. */
    @Test
    void nothingNeedsAvroItself() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.avro..")
                .check(CLASSES);
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
