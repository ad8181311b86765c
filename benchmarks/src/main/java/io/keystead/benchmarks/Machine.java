package io.keystead.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the numbers were measured on.
 *
 * @param processor the model's name
 * @param vectors whether it has AVX-512 DQ, whose 64-bit products make the scores of many candidates fast
 * @param cores how many the JVM sees
 * @param java the JVM and its version
 * @param system the operating system and its version
 */
public record Machine(String processor, boolean vectors, int cores, String java, String system) {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");

    /** This one. */
    public static Machine here() {
        List<String> cpuinfo = cpuinfo();
        return new Machine(
                field(cpuinfo, "model name").orElse(System.getProperty("os.arch")),
                field(cpuinfo, "flags")
                        .map(flags -> List.of(flags.split(" ")).contains("avx512dq"))
                        .orElse(false),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"));
    }

    private static List<String> cpuinfo() {
        try {
            return Files.readAllLines(CPUINFO);
        } catch (IOException e) {
            // Only Linux has it; elsewhere the limits that need vectors are reported and not enforced.
            return List.of();
        }
    }

    private static Optional<String> field(List<String> cpuinfo, String name) {
        return cpuinfo.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    @Override
    public String toString() {
        return processor + (vectors ? " with AVX-512" : " without AVX-512") + ", " + cores + " cores; " + java + "; "
                + system;
    }
}
