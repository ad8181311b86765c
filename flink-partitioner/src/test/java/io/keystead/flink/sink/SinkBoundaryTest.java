package io.keystead.flink.sink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** A job without Kafka loads nothing that needs it, and the sink needs nothing of keyed streams. */
class SinkBoundaryTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.flink");

    @Test
    void onlyTheSinkKnowsKafka() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.keystead.flink.sink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.kafka..",
                        "org.apache.flink.connector.kafka..",
                        "io.keystead.kafka..",
                        "io.keystead.flink.sink..")
                .check(CLASSES);
    }

    @Test
    void theSinkKnowsTheConnectorTheProducerSPluginAvroKeysAndTheCoreOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.keystead.flink.sink..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.keystead.flink.sink..",
                        "io.keystead.kafka.producer..",
                        "io.keystead.kafka.topology..",
                        "io.keystead.avro..",
                        "io.keystead.hrw..",
                        "org.apache.flink.connector.kafka.sink",
                        "org.apache.flink.util",
                        "org.apache.kafka.clients.admin",
                        "org.apache.kafka.common..",
                        "org.jspecify.annotations",
                        "java..")
                .check(CLASSES);
    }
}
