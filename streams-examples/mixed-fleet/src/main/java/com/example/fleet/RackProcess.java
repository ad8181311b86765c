package com.example.fleet;

import com.example.harness.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A {@link Rack} in its process, as it tells of its machines. */
final class RackProcess implements AutoCloseable {
    private final String name;
    private final Map<String, Integer> machines;
    private final JavaProcess process;
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
        List<String> arguments = new ArrayList<>(
                List.of(bootstrapServers, name, directory.resolve(name).toString()));
        this.machines.forEach((machine, threads) -> arguments.add(machine + ":" + threads));
        this.process =
                new JavaProcess("rack " + name, Rack.class, arguments, directory.resolve(name + ".log"), this::read);
    }

    /** Ignores what else is printed, as a JVM does its warnings. */
    private void read(String line) {
        if (line.startsWith(Rack.VIEW)) {
            String view = line.substring(Rack.VIEW.length());
            views.put(view.substring(0, view.indexOf(' ')), View.of(view));
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

    void checkAlive() throws IOException {
        process.checkAlive();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    /** Tells it to end, and does not wait for that. */
    void end() throws IOException {
        process.end();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
