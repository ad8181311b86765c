package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who puts other people's classes into a jar puts their notices and licences there too. */
class ShadedLicencesIT {
    private static final String APACHE = "Apache License 2.0";

    /** For each library, what its own notice asks for. */
    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "hash4j", List.of("hash4j, Copyright 2022-2026 Dynatrace LLC", APACHE),
            "datasketches",
                    List.of(
                            "Apache DataSketches, Copyright 2015-2024 The Apache Software Foundation",
                            "software developed at The Apache Software Foundation",
                            APACHE));

    private static final String MIT = "The above copyright notice and this permission notice shall be included in all";

    /** For each hash in hash4j, by the start of its classes' names, whose work it is, as the head of its source says. */
    private static final Map<String, List<String>> PORTS = Map.ofEntries(
            Map.entry("XXH3", List.of("Copyright 2015 Higher Frequency Trading")),
            Map.entry(
                    "XXH(32|64)",
                    List.of(
                            "Copyright (c) 2012-2021 Yann Collet",
                            "Redistributions in binary form must reproduce the above copyright notice")),
            Map.entry(
                    "(Abstract)?FarmHash",
                    List.of("Copyright (c) 2014 Google, Inc.", "Copyright (C) 2015 The Guava Authors", MIT)),
            Map.entry("(Abstract)?Komihash", List.of("Copyright (c) 2021-2023 Aleksey Vaneev", MIT)),
            Map.entry("Rapidhash", List.of("Copyright 2025 Nicolas De Carli", MIT)),
            Map.entry("MetroHash", List.of("Copyright 2015-2018 J. Andrew Rogers")),
            Map.entry("PolymurHash", List.of("Copyright (c) 2023 Orson Peters")),
            Map.entry("ChibiHash", List.of("public domain")),
            Map.entry("Murmur3", List.of("public domain")),
            Map.entry("(Abstract)?Wyhash", List.of("public domain")),
            // hash4j's own.
            Map.entry(
                    "(Abstract)?Hash(er|Funnel|Sink|Stream|Util|Value|ing)|(Byte|FFM|Generated|Consistent)",
                    List.of()));

    static List<Path> jars() throws IOException {
        return Distribution.files("plugins");
    }

    @ParameterizedTest
    @MethodSource("jars")
    void the_notice_in_a_jar_names_whoever_wrote_what_is_in_it(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            Set<String> names = new TreeSet<>();
            jar.stream().forEach(entry -> names.add(entry.getName()));
            String notice = text(jar, "META-INF/NOTICE");

            assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(Distribution.ROOT.resolve("LICENSE")));
            assertThat(names)
                    .filteredOn(name -> name.endsWith(".class"))
                    .allSatisfy(name -> assertThat(name).matches("(META-INF/versions/\\d+/)?io/keystead/.*"));
            assertThat(matches(names, "io/keystead/shaded/([^/]+)/.*"))
                    .contains("hash4j")
                    .allSatisfy(library -> assertThat(LIBRARIES.getOrDefault(library, List.of("nobody's yet")))
                            .as(library)
                            .allSatisfy(words -> assertThat(notice).contains(words)));
            assertThat(matches(names, "io/keystead/shaded/hash4j/hashing/([^/.$]+)[^/]*\\.class"))
                    .contains("XXH3_64", "XXH64")
                    .allSatisfy(hash -> assertThat(whoWrote(hash))
                            .as(hash)
                            .allSatisfy(words -> assertThat(notice).contains(words)));
        }
    }

    private static List<String> whoWrote(String hash) {
        return PORTS.entrySet().stream()
                .filter(port -> Pattern.compile("^(" + port.getKey() + ")")
                        .matcher(hash)
                        .find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("whose work is " + hash + "? NOTICE and this test must say"));
    }

    private static Set<String> matches(Set<String> names, String pattern) {
        Set<String> found = new TreeSet<>();
        for (String name : names) {
            Matcher matcher = Pattern.compile(pattern).matcher(name);
            if (matcher.matches()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }

    private static String text(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
