package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A repository of two components, of which one thing is taken away at a time. What is there when all is well is seen by
 * {@code packaging/rehearse}, on what is really staged.
 */
class CentralBundleTest {
    private static final String VERSION = "1.2.3";

    private static final String PARENT = """
            <project>
              <groupId>io.keystead</groupId>
              <artifactId>parent</artifactId>
              <version>1.2.3</version>
              <packaging>pom</packaging>
              <name>Parent</name>
              <description>What the other has in common with itself.</description>
              <url>https://example.org/keystead</url>
              <licenses><license><name>Apache-2.0</name><url>https://www.apache.org/licenses/LICENSE-2.0.txt</url></license></licenses>
              <developers><developer><name>The Keystead developers</name></developer></developers>
              <scm>
                <connection>scm:git:https://example.org/keystead.git</connection>
                <developerConnection>scm:git:https://example.org/keystead.git</developerConnection>
                <url>https://example.org/keystead</url>
              </scm>
              <modules><module>core</module></modules>
            </project>
            """;

    private static final String CORE = """
            <project>
              <parent><groupId>io.keystead</groupId><artifactId>parent</artifactId><version>1.2.3</version></parent>
              <artifactId>core</artifactId>
              <name>Core</name>
              <description>What is looked at.</description>
              <dependencies>
                <dependency><groupId>org.example</groupId><artifactId>other</artifactId><version>1</version></dependency>
                <dependency><groupId>io.keystead</groupId><artifactId>sandbox</artifactId><scope>test</scope></dependency>
              </dependencies>
            </project>
            """;

    @TempDir
    Path directory = Path.of("");

    private Path repository = Path.of("");

    /** What a run printed, and its exit code. */
    private record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void stage() throws Exception {
        repository = directory.resolve("repository");
        write(file("parent", ".pom"), PARENT);
        write(file("core", ".pom"), CORE);
        jar(file("core", ".jar"), "Core.class");
        jar(file("core", "-sources.jar"), "Core.java");
        jar(file("core", "-javadoc.jar"), "index.html");
        write(file("core", "-cyclonedx.json"), "{}");
        Files.writeString(repository.resolve("io/keystead/core/maven-metadata.xml"), "<metadata/>");
    }

    @Test
    void nothing_is_said_of_a_whole_repository_but_that_it_is_not_signed() throws Exception {
        Run run = run();

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        not for Central yet: not signed (-Dgpg.keyname=KEY)
                        2 components have what Central asks of them, but for that
                        """);
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void what_is_not_for_central_yet_is_not_zipped() throws Exception {
        Path zip = directory.resolve("bundle.zip");

        Run run = run(zip.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("not for Central yet: not signed");
        assertThat(zip).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "core   | name                  | core: no name",
                "core   | description           | core: no description",
                "parent | licenses              | core: no licenses/license/name",
                "parent | licenses              | core: no licenses/license/url",
                "parent | developers            | parent: no developers/developer/name",
                "core   | version               | core: lies in io/keystead/core/1.2.3; allowed: io/keystead/core/",
                "core   | parent                | core: its pom is called core-1.2.3.pom",
            })
    void an_element_that_is_missing_in_a_pom_is_named(String artifact, String element, String expected)
            throws Exception {
        String pom = (artifact.equals("core") ? CORE : PARENT)
                .replaceFirst("(?s)<" + element + ">.*?</" + element + ">", "");
        write(file(artifact, ".pom"), pom);

        Run run = run();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("bundle: " + expected);
    }

    @Test
    void a_home_that_is_missing_is_told_in_one_line_with_what_to_do_about_it() throws Exception {
        write(file("parent", ".pom"), PARENT.replaceFirst("<url>.*</url>", "").replaceFirst("(?s)<scm>.*</scm>", ""));

        Run run = run();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .contains("not for Central yet: no url in the poms (packaging/set-home URL); "
                        + "no scm in the poms (packaging/set-home URL); not signed (-Dgpg.keyname=KEY)");
    }

    @Test
    void a_snapshot_is_not_for_central_yet() throws Exception {
        Path folder = Files.createDirectories(repository.resolve("io/keystead/late/1.2.3-SNAPSHOT"));
        write(
                folder.resolve("late-1.2.3-20261130.145940-1.pom"),
                PARENT.replace("1.2.3", "1.2.3-SNAPSHOT").replace("<artifactId>parent", "<artifactId>late"));

        Run run = run();

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("version 1.2.3-SNAPSHOT is none of a release (packaging/set-version)");
    }

    @ParameterizedTest
    @CsvSource({
        ".jar, core: no core-1.2.3.jar",
        "-sources.jar, core: no core-1.2.3-sources.jar",
        "-javadoc.jar, core: no core-1.2.3-javadoc.jar",
        ".jar.md5, core-1.2.3.jar: no core-1.2.3.jar.md5",
        "-cyclonedx.json.sha1, core-1.2.3-cyclonedx.json: no core-1.2.3-cyclonedx.json.sha1",
        ".pom, core-1.2.3.jar belongs to no pom"
    })
    void a_file_that_is_missing_is_named(String suffix, String expected) throws Exception {
        Files.delete(file("core", suffix));

        Run run = run();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains(expected);
    }

    @Test
    void a_checksum_of_other_bytes_is_named() throws Exception {
        Files.writeString(file("core", "-cyclonedx.json"), "{ }");

        assertThat(run().err())
                .contains(
                        "bundle: core-1.2.3-cyclonedx.json: core-1.2.3-cyclonedx.json.md5 is another's\n",
                        "bundle: core-1.2.3-cyclonedx.json: core-1.2.3-cyclonedx.json.sha1 is another's\n");
    }

    @Test
    void sources_without_a_source_are_named() throws Exception {
        jar(file("core", "-sources.jar"), "Core.class");

        assertThat(run().err()).isEqualTo("bundle: core-1.2.3-sources.jar: has no .java in it\n");
    }

    @Test
    void a_parent_and_a_dependency_of_ours_must_be_there_too() throws Exception {
        write(file("core", ".pom"), CORE.replace("<scope>test</scope>", ""));
        assertThat(run().err()).isEqualTo("bundle: core: needs io.keystead:sandbox, which is not in the bundle\n");

        write(file("core", ".pom"), CORE.replace("<artifactId>parent<", "<artifactId>nobody<"));
        assertThat(run().err()).contains("bundle: core: its parent io.keystead:nobody is not in the bundle\n");
    }

    @Test
    void one_file_that_is_not_signed_among_others_is_named() throws Exception {
        Files.writeString(file("core", ".jar.asc"), "no signature");

        Run run = run();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("core-1.2.3.pom: not signed, as others are");
    }

    @Test
    void arguments_that_are_no_folder_are_refused_in_one_line() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = CentralBundle.run(System.out, print(err), "/nowhere");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("bundle: \"/nowhere\"; allowed: REPOSITORY [ZIP], a folder and a file to write\n");
    }

    private Run run(String... more) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = CentralBundle.run(
                print(out),
                print(err),
                Stream.concat(Stream.of(repository.toString()), Stream.of(more)).toArray(String[]::new));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private Path file(String artifact, String suffix) {
        return repository
                .resolve("io/keystead")
                .resolve(artifact)
                .resolve(VERSION)
                .resolve(artifact + "-" + VERSION + suffix);
    }

    private static void jar(Path file, String inside) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(inside));
        }
        write(file, bytes.toByteArray());
    }

    private static void write(Path file, String text) throws Exception {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file, byte[] bytes) throws Exception {
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, bytes);
        for (Map.Entry<String, String> sum : List.of(Map.entry("md5", "MD5"), Map.entry("sha1", "SHA-1"))) {
            byte[] digest = MessageDigest.getInstance(sum.getValue()).digest(bytes);
            Files.writeString(
                    file.resolveSibling(file.getFileName() + "." + sum.getKey()),
                    HexFormat.of().formatHex(digest));
        }
    }
}
