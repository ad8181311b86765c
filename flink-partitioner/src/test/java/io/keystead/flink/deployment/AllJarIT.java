package io.keystead.flink.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is in the jar that users drop in. */
class AllJarIT {
    private static final String JAR = System.getProperty("keystead.plugin.jar", "unset");

    @Test
    void theJarHoldsNothingUnderSomebodyElsesName() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            List<String> names = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .toList();
            assertThat(names)
                    .allSatisfy(name -> assertThat(name)
                            .matches("io/keystead/(avro|flink|hrw|kafka|shaded)/.*"
                                    + "|META-INF/versions/[0-9]+/io/keystead/shaded/.*"
                                    + "|META-INF/(MANIFEST.MF|LICENSE|NOTICE|maven/io.keystead/.*)"))
                    .doesNotHaveDuplicates()
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "io/keystead/flink/HrwStreams.class",
                            "io/keystead/flink/partition/HrwPartitioner.class",
                            "io/keystead/flink/line/v1_20/Flink1_20.class",
                            "io/keystead/flink/line/v2/Flink2.class",
                            "io/keystead/flink/sink/HrwKafkaSinkPartitioner.class",
                            "io/keystead/kafka/producer/RecordRouter.class",
                            "io/keystead/shaded/datasketches/frequencies/LongsSketch.class",
                            "io/keystead/hrw/Placement.class",
                            "io/keystead/avro/AvroKeys.class",
                            "io/keystead/shaded/hash4j/hashing/Hashing.class",
                            "META-INF/versions/21/io/keystead/shaded/hash4j/internal/UnsignedMultiplyUtil.class")
                    .noneMatch(name -> name.startsWith("io/keystead/hrw/conformance/"));
            assertThat(jar.isMultiRelease())
                    .as("newer Javas find their classes")
                    .isTrue();
        }
    }

    @Test
    void noClassLacksAnotherOfTheJar() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            JavaClasses classes = new ClassFileImporter().importJar(jar);
            assertThat(classes.stream()
                            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                            .filter(type -> type.getPackageName().startsWith("io.keystead"))
                            .filter(type -> !classes.contain(type.getName()))
                            // Of sketches that are kept in foreign memory; ours is not.
                            .filter(type -> !type.getPackageName().equals("io.keystead.shaded.datasketches.memory"))
                            .map(JavaClass::getName)
                            .distinct())
                    .isEmpty();
        }
    }

    @Test
    void theJarIsSmall() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            long shaded = jar.stream()
                    .filter(entry -> entry.getName().contains("/shaded/"))
                    .mapToLong(ZipEntry::getCompressedSize)
                    .sum();
            assertThat(shaded)
                    .as("bytes of hash4j and one sketch; all of hash4j alone would be 387,000")
                    .isLessThan(300_000);
        }
    }
}
