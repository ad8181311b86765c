package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar that users drop in; {@code compat-tests} runs it beside old and new clients. */
class PluginJarIT {
    @Test
    void theJarHoldsNothingUnderSomebodyElsesName() throws IOException {
        try (JarFile jar = new JarFile(ClientJvm.JAR.toFile())) {
            List<String> names = jar.stream()
                    .filter(e -> !e.isDirectory())
                    .map(e -> e.getName())
                    .toList();
            assertThat(names)
                    .allSatisfy(name -> assertThat(name)
                            .matches("io/keystead/.*|META-INF/versions/[0-9]+/io/keystead/shaded/.*"
                                    + "|META-INF/(MANIFEST.MF|LICENSE|NOTICE|maven/io.keystead/.*)"))
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "io/keystead/kafka/producer/HrwPartitioner.class",
                            "io/keystead/hrw/Placement.class",
                            "io/keystead/avro/AvroKeys.class",
                            "io/keystead/shaded/hash4j/hashing/Hashing.class",
                            "io/keystead/shaded/datasketches/frequencies/LongsSketch.class",
                            "META-INF/versions/21/io/keystead/shaded/hash4j/internal/UnsignedMultiplyUtil.class")
                    .noneMatch(name -> name.startsWith("io/keystead/hrw/conformance/"));
            assertThat(jar.stream()
                            .filter(e -> e.getName().contains("/shaded/"))
                            .mapToLong(ZipEntry::getCompressedSize)
                            .sum())
                    .as("bytes of hash4j and one sketch; all of hash4j alone would be 387,000")
                    .isLessThan(300_000);
            assertThat(jar.isMultiRelease())
                    .as("newer Javas find their classes")
                    .isTrue();
        }
    }

    @Test
    void avroIsAskedForByThePropertyThatNeedsItAndByNothingElse() throws Exception {
        assertThat(ClientJvm.run("4.4.0", AvroProbe.class, List.of()))
                .contains("without the property: configured\n")
                .contains("with it: org.apache.kafka.common.config.ConfigException: Invalid value avro-canonical for"
                        + " configuration keystead.key.encoding: avro-canonical needs Avro, which is not on the class path"
                        + " beside it or is too old (java.lang.NoClassDefFoundError: org/apache/avro/")
                .contains("; allowed: with org.apache.avro:avro, 1.10 or later, and what it needs, on the class path");
    }
}
