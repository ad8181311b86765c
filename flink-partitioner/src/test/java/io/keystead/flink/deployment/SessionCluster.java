package io.keystead.flink.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A standalone session cluster, each process in a JVM of its own, and Flink's command line to use it: three task managers
 * with three slots each.
 */
final class SessionCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int TASK_MANAGERS = 3;
    private static final int SLOTS = 3;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> taskManagers = new ArrayList<>();
    private final Path directory;
    private final int restPort;
    private final Jvm jvm;
    private final Process jobManager;
    private int commands;

    private SessionCluster(String line, List<Path> lib, Path directory) throws IOException {
        this.directory = directory;
        this.restPort = freePort();
        Path configuration = configuration(directory, restPort);
        this.jvm = new Jvm(line, lib, configuration, directory);
        this.jobManager = jvm.start(
                "jobmanager",
                256,
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                List.of("--configDir", configuration.toString()));
        for (int i = 0; i < TASK_MANAGERS; i++) {
            taskManagers.add(jvm.start(
                    "taskmanager-" + i,
                    256,
                    "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                    List.of("--configDir", configuration.toString())));
        }
    }

    /**
     * Starts one and waits until all its slots are there.
     *
     * @param line the folder of a line of Flink
     * @param lib the jars in lib/ beside Flink's own
     */
    static SessionCluster start(String line, List<Path> lib, Path directory) throws Exception {
        SessionCluster cluster = new SessionCluster(line, lib, directory);
        try {
            cluster.await(
                    "all slots",
                    () -> cluster.get("/overview")
                            .map(json -> json.contains("\"slots-total\":" + TASK_MANAGERS * SLOTS))
                            .orElse(false));
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    private static Path configuration(Path directory, int restPort) throws IOException {
        Path configuration = Files.createDirectories(directory.resolve("conf"));
        Files.write(
                configuration.resolve("config.yaml"),
                List.of(
                        "jobmanager.rpc.address: localhost",
                        "jobmanager.rpc.port: " + freePort(),
                        "rest.address: localhost",
                        "rest.port: " + restPort,
                        "taskmanager.host: localhost",
                        "taskmanager.numberOfTaskSlots: " + SLOTS,
                        // What Flink's start script works out for a process.
                        "taskmanager.cpu.cores: 1.0",
                        "taskmanager.memory.framework.heap.size: 128m",
                        "taskmanager.memory.framework.off-heap.size: 128m",
                        "taskmanager.memory.jvm-metaspace.size: 256m",
                        "taskmanager.memory.jvm-overhead.min: 192m",
                        "taskmanager.memory.jvm-overhead.max: 192m",
                        "taskmanager.memory.task.heap.size: 64m",
                        "taskmanager.memory.task.off-heap.size: 0m",
                        "taskmanager.memory.managed.size: 0m",
                        "taskmanager.memory.network.min: 32m",
                        "taskmanager.memory.network.max: 32m",
                        // A task manager that was killed is missed after two failed calls, here 2 s.
                        "heartbeat.interval: 1000",
                        "heartbeat.timeout: 30000",
                        "restart-strategy.type: fixed-delay",
                        "restart-strategy.fixed-delay.attempts: 50",
                        "restart-strategy.fixed-delay.delay: 500ms",
                        "execution.checkpointing.interval: 500ms",
                        "execution.checkpointing.storage: filesystem",
                        "execution.checkpointing.dir: "
                                + directory.resolve("checkpoints").toUri()));
        return configuration;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** {@code flink run}: the id of the job. */
    String run(Path jar, String mainClass, int parallelism, List<String> options, List<String> arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of("run", "-d", "-p", "" + parallelism, "-c", mainClass));
        command.addAll(options);
        command.add(jar.toString());
        command.addAll(arguments);
        return find("JobID ([0-9a-f]{32})", flink(command));
    }

    /** {@code flink stop}: where the savepoint lies. */
    String stop(String job) throws Exception {
        String target = directory.resolve("savepoints").toUri().toString();
        return find("Path: (\\S+)", flink(List.of("stop", "--savepointPath", target, job)));
    }

    private String flink(List<String> command) throws Exception {
        return jvm.run("flink-" + ++commands, "org.apache.flink.client.cli.CliFrontend", command);
    }

    private static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    /** How many checkpoints of the job were completed. */
    int checkpoints(String job) throws Exception {
        return get("/jobs/" + job + "/checkpoints")
                .map(json -> Integer.parseInt(find("\"completed\":(\\d+)", json)))
                .orElse(0);
    }

    void awaitFinished(String job) throws Exception {
        await("the end of the job", () -> {
            String state = get("/jobs/" + job)
                    .map(json -> find("\"state\":\"([A-Z]+)\"", json))
                    .orElse("unknown");
            assertThat(state).isNotIn("FAILED", "CANCELED");
            return state.equals("FINISHED");
        });
    }

    /** SIGKILL for the task manager with this process id. */
    void kill(long pid) throws InterruptedException {
        Process victim = taskManagers.stream()
                .filter(process -> process.pid() == pid)
                .findFirst()
                .orElseThrow();
        victim.destroyForcibly().waitFor();
        taskManagers.remove(victim);
    }

    /** Waits until it is so; after two minutes, or when a process has ended by itself, the logs are shown. */
    void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline || !isAlive()) {
                throw new AssertionError("waited in vain for " + what + "\n" + logs());
            }
            Thread.sleep(50);
        }
    }

    private boolean isAlive() {
        return jobManager.isAlive() && taskManagers.stream().allMatch(Process::isAlive);
    }

    /** The last lines of each process. */
    String logs() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .map(file -> {
                        List<String> lines = Jvm.read(file).lines().toList();
                        return "== " + file.getFileName() + "\n"
                                + String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
                    })
                    .collect(Collectors.joining("\n"));
        }
    }

    /** The answer, if there is a good one yet. */
    private Optional<String> get(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + restPort + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        List<Process> all = new ArrayList<>(taskManagers);
        all.add(jobManager);
        for (Process process : all) {
            process.destroyForcibly().onExit().join();
        }
    }
}
