package com.example.orders;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** An {@link Instance} in its process, as it tells of itself. */
final class InstanceProcess implements AutoCloseable {
    /**
     * What it told last.
     *
     * @param lag of the store that is furthest behind, in records; -1 while not known
     * @param active its tasks
     * @param standby tasks whose state it keeps ready
     */
    record View(String state, long lag, List<String> active, List<String> standby) {
        static View of(String line) {
            String[] words = line.split(" ", -1);
            return new View(words[1], Long.parseLong(words[2]), list(words[3]), list(words[4]));
        }

        private static List<String> list(String tasks) {
            return tasks.isEmpty() ? List.of() : List.of(tasks.split(",", -1));
        }
    }

    private final String name;
    private final Path log;
    private final Process process;
    private final AtomicLong restored = new AtomicLong();
    private boolean killed;
    private volatile View view = new View("STARTING", -1, List.of(), List.of());

    /** @param directory for its state and its log */
    InstanceProcess(String bootstrapServers, String name, Path directory) throws IOException {
        this.name = name;
        this.log = directory.resolve(name + ".log");
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Instance.class.getName(),
                        bootstrapServers,
                        name,
                        directory.resolve(name).toString())
                .redirectError(log.toFile())
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
                    restored.addAndGet(Long.parseLong(line.substring("restored ".length())));
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
    }

    String name() {
        return name;
    }

    View view() {
        return view;
    }

    /** That it runs, unless it was killed. */
    void checkAlive() throws Unusable {
        if (!killed && !process.isAlive()) {
            throw new Unusable("instance " + name + " has ended by itself; it said: " + said());
        }
    }

    private String said() {
        try {
            return Files.readString(log).strip().replaceAll("\\s*\\R\\s*", " | ");
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** How many records of changelogs it has restored for tasks that became active. */
    long restored() {
        return restored.get();
    }

    /** SIGKILL, as a power cut would end it. */
    void kill() throws InterruptedException {
        killed = true;
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
}
