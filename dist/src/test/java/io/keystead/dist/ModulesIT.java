package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Our jars on a module path; {@code packaging/projects/modules} is an application that runs on one. */
class ModulesIT {
    private static final Map<Path, String> JARS = Map.of(
            Distribution.jar("hrw-core", "hrw-core"), "io.keystead.hrw",
            Distribution.jar("avro-keys", "avro-keys"), "io.keystead.avro",
            Distribution.jar("kafka-partitioner", "kafka-partitioner"), "io.keystead.kafka",
            Distribution.jar("kafka-broker-assignors", "kafka-broker-assignors"), "io.keystead.kafka.broker",
            Distribution.jar("flink-lines/spi", "flink-line-spi"), "io.keystead.flink.line",
            Distribution.jar("flink-lines/v1.20", "flink-line-1.20"), "io.keystead.flink.line.v1_20",
            Distribution.jar("flink-lines/v2", "flink-line-2"), "io.keystead.flink.line.v2",
            Distribution.jar("flink-partitioner", "flink-partitioner"), "io.keystead.flink",
            Distribution.jar("planner", "planner"), "io.keystead.planner");

    @Test
    void every_published_jar_names_its_module() {
        assertThat(JARS).allSatisfy((jar, name) -> {
            Set<ModuleReference> modules = ModuleFinder.of(jar).findAll();
            assertThat(modules).hasSize(1);
            ModuleDescriptor module = modules.iterator().next().descriptor();
            // A name made of the file's would have been taken from the artifact's.
            assertThat(module.name()).isEqualTo(name);
        });
    }

    @Test
    void no_package_is_in_two_of_them_so_all_fit_on_one_module_path() throws IOException {
        ModuleFinder finder = ModuleFinder.of(JARS.keySet().toArray(Path[]::new));
        Map<String, List<String>> owners = finder.findAll().stream()
                .map(ModuleReference::descriptor)
                .flatMap(module -> module.packages().stream().map(name -> Map.entry(name, module.name())))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));

        assertThat(owners)
                .hasSizeGreaterThan(20)
                .allSatisfy((name, modules) -> assertThat(modules).as(name).hasSize(1));
        // The rule is the one that has a descriptor, and brings hash4j; all others have to be named.
        assertThat(finder.find("io.keystead.hrw").orElseThrow().descriptor().isAutomatic())
                .isFalse();
        Configuration resolved =
                Configuration.resolve(finder, List.of(ModuleLayer.boot().configuration()), hash4j(), JARS.values());
        assertThat(resolved.modules().stream().map(ResolvedModule::name))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(JARS.values().stream(), Stream.of("com.dynatrace.hash4j"))
                                .toList());
    }

    private static ModuleFinder hash4j() throws IOException {
        return ModuleFinder.of(Distribution.files("lib").stream()
                .filter(jar -> jar.getFileName().toString().startsWith("hash4j-"))
                .toArray(Path[]::new));
    }

    @Test
    void each_jar_to_drop_in_is_a_module_by_itself() throws Exception {
        try (Stream<Path> jars = Distribution.files("plugins").stream()) {
            assertThat(jars.map(jar -> ModuleFinder.of(jar)
                            .findAll()
                            .iterator()
                            .next()
                            .descriptor()
                            .name()))
                    .containsOnly("io.keystead.flink", "io.keystead.kafka", "io.keystead.kafka.broker");
        }
    }
}
