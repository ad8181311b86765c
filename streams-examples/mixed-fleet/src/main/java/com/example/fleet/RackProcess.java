package com.example.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A {@link Rack} in its process, as it tells of its machines. */
final class RackProcess implements AutoCloseable {
    private final String name;
    private final Map<String, Integer> machines;
    private final Path log;
    private final Process process;
    private final Map<String, View> views = new ConcurrentHashMap<>();

    /**
     * Starts it.
     *
     * @param machines their threads by their names
     * @param directory for states and the log
     */
    RackProcess(String bootstrapServers, String name, Map<String, Integer> machines, Path directory)
            throws IOException {
        this.name = name;
        this.machines = new TreeMap<>(machines);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Rack.class.getName(),
                bootstrapServers,
                name,
                directory.resolve(name).toString()));
        machines.forEach((machine, threads) -> command.add(machine + ":" + threads));
        this.log = directory.resolve(name + ".log");
        this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        Thread reader = new Thread(this::read, "reader of rack " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                views.put(line.substring(0, line.indexOf(' ')), View.of(line));
            }
        } catch (IOException e) {
            // It was killed.
        }
    }

    String name() {
        return name;
    }

    /** The threads of each machine. */
    Map<String, Integer> machines() {
        return machines;
    }

    View view(String machine) {
        return views.getOrDefault(machine, View.NONE);
    }

    /** That it runs; whoever starts it should look at times. */
    void checkAlive() throws Unusable {
        if (!process.isAlive()) {
            throw new Unusable("rack " + name + " has ended by itself; it said: " + said());
        }
    }

    private String said() {
        try {
            return Files.readString(log).strip().replaceAll("\\s*\\R\\s*", " | ");
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** SIGKILL, as if its power were cut. */
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
}
