package com.example.orders;

import com.example.harness.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
    private final JavaProcess process;
    private final AtomicLong restored = new AtomicLong();
    private volatile View view = new View("STARTING", -1, List.of(), List.of());

    /** @param directory for its state and its log */
    InstanceProcess(String bootstrapServers, String name, Path directory) throws IOException {
        this.name = name;
        this.process = new JavaProcess(
                "instance " + name,
                Instance.class,
                List.of(bootstrapServers, name, directory.resolve(name).toString()),
                directory.resolve(name + ".log"),
                this::read);
    }

    private void read(String line) {
        if (line.startsWith("tasks ")) {
            view = View.of(line);
        } else if (line.startsWith("restored ")) {
            restored.addAndGet(Long.parseLong(line.substring("restored ".length())));
        }
    }

    String name() {
        return name;
    }

    View view() {
        return view;
    }

    /** How many records of changelogs it has restored for tasks that became active. */
    long restored() {
        return restored.get();
    }

    void checkAlive() throws IOException {
        process.checkAlive();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
