package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A comment that gives a benchmark as its reason gives one that can be run. */
class CitedBenchmarksTest {
    /** Also across the line break of a comment. */
    private static final Pattern CITATION = Pattern.compile("benchmark \\{@code(?:\\s|\\*)+(\\w+)");

    @Test
    void every_benchmark_that_a_comment_names_exists() throws IOException {
        Set<String> cited = new TreeSet<>();
        for (Path file : sources()) {
            CITATION.matcher(Files.readString(file)).results().forEach(found -> cited.add(found.group(1)));
        }

        assertThat(cited)
                .contains("OwnerBenchmark")
                .allSatisfy(name -> assertThat(Path.of("src/main/java/io/keystead/benchmarks", name + ".java"))
                        .exists());
    }

    /** Of every folder that is built. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of(".."), "[!.]*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder.resolve("src"))) {
                    try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
