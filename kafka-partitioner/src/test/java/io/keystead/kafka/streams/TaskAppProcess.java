package io.keystead.kafka.streams;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link TaskApp} in a JVM of its own, which can be killed. */
final class TaskAppProcess implements AutoCloseable {
    /** What it has, as told last. */
    record View(String state, long lag, Set<String> active, Set<String> standby) {
        static final View NONE = new View("STARTING", -1, Set.of(), Set.of());

        static View of(String line) {
            String[] words = line.split(" ", -1);
            return new View(words[1], Long.parseLong(words[2]), set(words[3]), set(words[4]));
        }

        private static Set<String> set(String list) {
            return Arrays.stream(list.split(",", -1))
                    .filter(task -> !task.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private final String name;
    private final Process process;
    private final Map<String, Long> restored = new ConcurrentHashMap<>();
    private volatile View view = View.NONE;

    /** @param directory of its state and log, kept over lives of one name */
    TaskAppProcess(String bootstrap, String name, Path directory) throws IOException {
        this.name = name;
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx192m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.log.io.keystead=info",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TaskApp.class.getName(),
                        bootstrap,
                        name,
                        directory.resolve(name).toString())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()))
                .start();
        Thread reader = new Thread(this::read, "reader of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("tasks ")) {
                    view = View.of(line);
                } else if (line.startsWith("restored ")) {
                    String[] words = line.split(" ", -1);
                    restored.merge(words[1], Long.parseLong(words[2]), Long::sum);
                }
            }
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    String name() {
        return name;
    }

    View view() {
        return view;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** How many records were restored of each task that became active, all together. */
    Map<String, Long> restored() {
        return Map.copyOf(restored);
    }

    /** As a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        process.outputWriter().close();
        process.onExit()
                .completeOnTimeout(process, 30, TimeUnit.SECONDS)
                .join()
                .destroyForcibly()
                .onExit()
                .join();
    }

    @Override
    public String toString() {
        return name + " " + view + (isAlive() ? "" : " dead");
    }
}
