package io.keystead.avro;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.keystead.avro");

    @Test
    void keys_know_avro_and_the_platform_only_and_print_nothing() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.keystead.avro", "org.apache.avro..", "java..", "org.jspecify..")
                .check(MAIN);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN);
    }

    @Test
    void no_type_of_avro_stands_in_a_public_signature() {
        List<JavaClass> open = MAIN.stream()
                .filter(c -> c.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
        assertThat(open)
                .extracting(JavaClass::getSimpleName)
                .containsExactlyInAnyOrder("AvroKeys", "AvroKeyException", "KeyHeaders", "KeyWire");
        assertThat(open.stream()
                        .flatMap(c -> c.getCodeUnits().stream())
                        .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                        .flatMap(unit -> Stream.concat(
                                Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())))
                .extracting(JavaClass::getPackageName)
                .noneMatch(name -> name.startsWith("org.apache.avro"));
    }
}
