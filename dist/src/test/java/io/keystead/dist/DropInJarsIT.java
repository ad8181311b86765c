package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The jars that users drop in, several of them on one class path. */
class DropInJarsIT {
    @Test
    void what_two_of_them_have_in_common_is_the_same_so_their_order_does_not_matter() throws IOException {
        // Not the one for flink-sql-connector-kafka, whose classes name Kafka's by other names.
        List<Path> jars = Distribution.files("plugins").stream()
                .filter(jar -> !jar.toString().endsWith("-all-sql.jar"))
                .toList();
        Map<String, Long> seen = new HashMap<>();
        Set<String> common = new TreeSet<>();
        Set<String> different = new TreeSet<>();
        for (Path jar : jars) {
            checksums(jar).forEach((name, checksum) -> {
                Long other = seen.putIfAbsent(name, checksum);
                if (other != null) {
                    common.add(name);
                    if (!other.equals(checksum)) {
                        different.add(name);
                    }
                }
            });
        }

        assertThat(jars).hasSize(3);
        assertThat(common)
                .contains("io/keystead/hrw/Placement.class", "io/keystead/kafka/producer/HrwPartitioner.class");
        assertThat(different).isEmpty();
    }

    private static Map<String, Long> checksums(Path path) throws IOException {
        Map<String, Long> checksums = new HashMap<>();
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList()) {
                CRC32 checksum = new CRC32();
                try (InputStream in = jar.getInputStream(entry)) {
                    checksum.update(in.readAllBytes());
                }
                checksums.put(entry.getName(), checksum.getValue());
            }
        }
        return checksums;
    }
}
