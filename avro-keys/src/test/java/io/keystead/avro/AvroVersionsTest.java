package io.keystead.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The classes of this module beside each Avro, in a class loader that has nothing else. */
class AvroVersionsTest {
    private static final Path AVROS = Path.of(System.getProperty("keystead.avros.directory"));

    static List<String> versions() {
        return List.of("1.10.2", "1.11.4", System.getProperty("keystead.avro.version"));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void every_avro_gives_the_same_bytes_names_and_refusals(String version) throws Exception {
        String here = new VersionProbe().get();

        assertThat(probe(version, true)).isEqualTo(here.replaceFirst("avro .*", "avro " + version));
        assertThat(here).contains("bytes 02020000c07f000461620e02", "specific 0461620e", "refused field number: Found");
    }

    @Test
    void an_avro_that_is_too_old_is_refused_in_one_line() throws Exception {
        assertThat(probe("1.9.2", true))
                .contains("avro-canonical needs Avro, which is not on the class path beside it or is too old"
                        + " (java.lang.NoClassDefFoundError");
    }

    @Test
    void without_avro_or_what_it_needs_it_is_asked_for_in_one_line() throws Exception {
        assertThat(probe("", true))
                .matches("refused avro-canonical needs Avro, which is not on the class path beside it or is too old"
                        + " \\(java.lang.NoClassDefFoundError: org/apache/avro/[\\w/$]+\\); allowed: with"
                        + " org.apache.avro:avro, 1.10 or later, and what it needs, on the class path\n");
        assertThat(probe("1.11.4", false)).contains("needs Avro").contains("jackson");
    }

    private static String probe(String avro, boolean withJackson) throws Exception {
        List<URL> path = new ArrayList<>();
        path.add(AvroKeys.class.getProtectionDomain().getCodeSource().getLocation());
        path.add(AvroVersionsTest.class.getProtectionDomain().getCodeSource().getLocation());
        try (Stream<Path> files = Files.list(AVROS)) {
            files.filter(file -> file.getFileName().toString().equals("avro-" + avro + ".jar")
                            || file.getFileName().toString().startsWith("slf4j-api")
                            || (withJackson && file.getFileName().toString().startsWith("jackson")))
                    .forEach(file -> path.add(url(file)));
        }
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Object probe = loader.loadClass(VersionProbe.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            return (String) ((Supplier<?>) probe).get();
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
