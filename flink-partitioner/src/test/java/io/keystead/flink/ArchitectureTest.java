package io.keystead.flink;

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
            .importPackages("io.keystead.flink");

    @Test
    void eachPackageUsesTheCoreItsHostAndThePlatformOnly() {
        mayUse("slots");
        mayUse("state", "org.apache.flink..", "io.keystead.flink.slots");
        mayUse(
                "operator",
                "org.apache.flink..",
                "org.slf4j",
                "com.dynatrace.hash4j.distinctcount",
                "io.keystead.flink.slots",
                "io.keystead.flink.state",
                "io.keystead.flink.line..");
        mayUse("partition", "org.apache.flink.api..", "io.keystead.avro");
        mayUse(
                "savepoint",
                "org.apache.flink..",
                "com.dynatrace.hash4j.hashing",
                "io.keystead.flink.slots",
                "io.keystead.flink.state",
                "io.keystead.flink.line..",
                "io.keystead.flink.operator");
        mayUse(
                "sink",
                "org.apache.flink..",
                "org.apache.kafka..",
                "org.slf4j",
                "io.keystead.kafka..",
                "io.keystead.avro");
    }

    private static void mayUse(String folder, String... more) {
        String[] always = {"io.keystead.flink." + folder, "io.keystead.hrw..", "org.jspecify.annotations", "java.."};
        classes()
                .that()
                .resideInAPackage("io.keystead.flink." + folder)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.of(always, more).flatMap(Stream::of).toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void nothingPrints() {
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
    void onlyTheSinkNeedsKafka() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.keystead.flink.sink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "io.keystead.kafka..", "org.apache.flink.connector..")
                .check(CLASSES);
    }

    @Test
    void noPackageDependsOnItselfByWayOfAnother() {
        slices().matching("io.keystead.flink.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
