package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who passes on other people's jars passes on their licences: in the jar, or in the folder {@code licenses}. */
class LibraryLicencesIT {
    private static final Pattern LICENCE = Pattern.compile("(META-INF/)?LICENSE(-2\\.0)?(\\.txt)?");

    private final Path folder = Distribution.HOME.resolve("licenses");

    @Test
    void every_library_without_a_licence_in_its_jar_has_one_beside_it_and_no_other_has() throws IOException {
        Set<String> without = new TreeSet<>();
        for (Path path : Distribution.files("lib")) {
            if (path.toString().endsWith(".jar")) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    if (jar.stream()
                            .noneMatch(entry -> LICENCE.matcher(entry.getName()).matches())) {
                        without.add(path.getFileName().toString().replaceFirst("-\\d.*", ""));
                    }
                }
            }
        }

        assertThat(found("(?m)^\\| `([^`]+)` \\| \\S")).isEqualTo(without).hasSizeGreaterThan(10);
    }

    @Test
    void every_licence_that_is_named_is_there_and_none_is_there_that_is_not_named() throws IOException {
        Set<String> texts = new TreeSet<>();
        for (Path path : Distribution.files("licenses")) {
            texts.add(path.getFileName().toString());
            assertThat(Files.readString(path)).containsPattern("Copyright|Licences");
        }
        texts.remove("README.md");

        assertThat(found("\\]\\(([^)]+)\\)")).isEqualTo(texts);
        assertThat(Distribution.HOME.resolve("LICENSE")).hasSameTextualContentAs(Distribution.ROOT.resolve("LICENSE"));
    }

    private Set<String> found(String pattern) throws IOException {
        List<String> found = Pattern.compile(pattern)
                .matcher(Files.readString(folder.resolve("README.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        return new TreeSet<>(found);
    }
}
