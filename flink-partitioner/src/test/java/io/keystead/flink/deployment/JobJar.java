package io.keystead.flink.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Builds the jar of {@link DeployedJob} as a user does. */
final class JobJar {
    private JobJar() {}

    /** The job's classes and nothing else. */
    static Path thin(Path file) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            addJob(out);
        }
        return file;
    }

    /** The job's classes and what stands in a library's jar. */
    static Path fat(Path file, Path library) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
                JarFile jar = new JarFile(library.toFile())) {
            addJob(out);
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> !entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME))
                    .toList();
            for (JarEntry entry : entries) {
                try (InputStream in = jar.getInputStream(entry)) {
                    add(out, entry.getName(), in.readAllBytes());
                }
            }
        }
        return file;
    }

    private static void addJob(JarOutputStream out) throws IOException {
        Path classes = Path.of(DeployedJob.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String job = DeployedJob.class.getName().replace('.', '/');
        try (Stream<Path> files = Files.list(classes.resolve(job).getParent())) {
            for (Path file : files.toList()) {
                String name = classes.relativize(file).toString();
                if (name.startsWith(job)) {
                    add(out, name, Files.readAllBytes(file));
                }
            }
        }
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
