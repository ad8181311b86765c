package io.keystead.hrw;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.keystead.hrw";
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void the_rule_depends_on_java_hash4j_and_jspecify_only() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "..", "java..", "com.dynatrace.hash4j..", "org.jspecify..")
                .check(MAIN);
    }

    /** java.nio.charset is allowed: it is how Java refuses malformed text, and it reads and writes nothing. */
    @Test
    void the_rule_does_no_input_or_output_and_logs_nothing() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.util.logging..",
                        "java.time..",
                        "java.sql..",
                        "java.util.concurrent..")
                .check(MAIN);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
        noClasses()
                .should()
                .accessClassesThat()
                .belongToAnyOf(Thread.class, Runtime.class)
                .check(MAIN);
    }

    @Test
    void only_the_package_of_hashes_knows_hash4j() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".hash")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.dynatrace.hash4j..")
                .check(MAIN);
    }

    @Test
    void hashes_know_no_candidates_and_statistics_know_nothing() {
        assertDependsOnlyOn("hash");
        assertDependsOnlyOn("stats");
    }

    @Test
    void the_rule_knows_hashes_alone_and_nobody_who_uses_it() {
        classes()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".hash", "java..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void balance_text_and_conformance_know_the_rule_and_its_hashes_and_not_each_other_but_conformance_checks_balance() {
        assertDependsOnlyOn("balance", ROOT, ROOT + ".hash");
        assertDependsOnlyOn("text", ROOT, ROOT + ".hash");
        assertDependsOnlyOn("conformance", ROOT, ROOT + ".hash", ROOT + ".balance");
    }

    private static void assertDependsOnlyOn(String name, String... others) {
        String self = ROOT + "." + name;
        assertThat(MAIN.stream().filter(c -> c.getPackageName().equals(self))).isNotEmpty();
        noClasses()
                .that()
                .resideInAPackage(self)
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage(ROOT + "..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(concat(self, others)))))
                .check(MAIN);
    }

    private static String[] concat(String first, String... rest) {
        String[] all = new String[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    @Test
    void the_public_types_of_the_rule_are_the_documented_few() {
        assertThat(MAIN.stream()
                        .filter(c -> c.getPackageName().equals(ROOT))
                        .filter(c -> c.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName)
                        .map(name -> name.substring(ROOT.length() + 1)))
                .containsExactlyInAnyOrder(
                        "Base",
                        "Bid",
                        "Candidate",
                        "CandidateState",
                        "Constraint",
                        "Placement",
                        "Score",
                        "Selection",
                        "Topology",
                        "Topology$Builder");
    }
}
