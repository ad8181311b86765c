package io.keystead.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import io.keystead.planner.whatif.Evaluation;
import java.io.FileDescriptor;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead");

    @Test
    void nothing_writes_to_the_standard_streams_but_through_the_console() {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
        noClasses()
                .that()
                .doNotBelongToAnyOf(Console.class)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(FileDescriptor.class)
                .check(CLASSES);
    }

    @Test
    void nothing_depends_on_the_command() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.keystead.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.keystead.cli..")
                .check(CLASSES);
    }

    @Test
    void counting_and_telling_do_not_know_kafka() {
        noClasses()
                .that()
                .haveNameMatching(
                        ".*verify\\.(Attribution|Client.*|Example|Finding.*|Hash32|Hypothesis|HrwRule|Pair|Rule|Sample|Schem.*|Sighting"
                                + "|Sign|Suspects|Tally|Verify(Text|Json)|Window|Writers)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(CLASSES);
    }

    @Test
    void judging_does_not_know_kafka() {
        noClasses()
                .that()
                .haveNameMatching(
                        ".*\\.(Judge|Report|ReportText|ReportJson|Outcome|Check|Sighting|KeySet|KeyFile|Growth)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(CLASSES);
    }

    @Test
    void reports_of_the_planner_know_neither_kafka_nor_how_a_change_is_worked_out() {
        noClasses()
                .that()
                .haveNameMatching(
                        ".*cli\\.plan\\.(Report.*|.*Chart|Drawing|Axis|Legend|Markup|Notes|HotKeys|Reason|Shown|Figures)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "io.keystead.cli.topic..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Evaluation.class)
                .check(CLASSES);
    }
}
