package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keystead.compat.Built;
import io.keystead.compat.Clients;
import io.keystead.compat.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A client of another language with its port of the rule, in {@code compat-tests/ports}. */
enum Port implements Writer {
    KAFKAJS("javascript", "kafkajs"),
    PLATFORMATIC("javascript", "platformatic"),
    KAFKA_PYTHON("python", "kafka-python"),
    CONFLUENT_KAFKA("python", "confluent-kafka"),
    LIBRDKAFKA("c", "librdkafka"),
    SARAMA("go", "sarama");

    final String language;
    private final String client;

    Port(String language, String client) {
        this.language = language;
        this.client = client;
    }

    /** The folders of ports. */
    static List<String> languages() {
        return List.of(values()).stream().map(port -> port.language).distinct().toList();
    }

    /** Leaves the test out, or fails it, where the clients of a language are not installed; says what to do. */
    static void require(String language) throws Exception {
        String missing = Clients.missing(language);
        assumeTrue(missing.isEmpty(), missing);
    }

    private static List<String> command(String language, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Built.file("compat-tests/ports/" + language + "/" + program).toString());
        Collections.addAll(command, arguments);
        return command;
    }

    /** A language's own test of the golden vectors. */
    static Program.Ended testVectors(String language, Path vectors) throws Exception {
        try (Program program = Program.start(command(language, "test", vectors.toString()))) {
            return program.end();
        }
    }

    @Override
    public void write(String bootstrapServers, Map<String, Plan> plans, KeySet keys) throws Exception {
        for (Map.Entry<String, Plan> entry : plans.entrySet()) {
            List<String> command = command(
                    language,
                    "produce",
                    "--client",
                    client,
                    "--bootstrap-server",
                    bootstrapServers,
                    "--topic",
                    entry.getKey(),
                    "--plan",
                    json(entry.getValue()).toString(),
                    "--keys",
                    keys.file().toString());
            try (Program program = Program.start(command)) {
                String last = program.finish().strip().lines().reduce("", (before, line) -> line);
                assertThat(last).matches(".*" + Pattern.quote(client) + " \\S+ sent " + keys.size());
            }
        }
    }

    /** What the language's program says of each key in a file, a line a key. */
    static List<String> owners(String language, Plan plan, Path keys, String... options) throws Exception {
        List<String> command = command(language, "owner", "--plan", json(plan).toString(), "--keys", keys.toString());
        Collections.addAll(command, options);
        try (Program program = Program.start(command)) {
            return program.finish().lines().toList();
        }
    }

    private static Path json(Plan plan) throws IOException {
        Path file = Files.createTempFile("plan", ".json");
        file.toFile().deleteOnExit();
        return plan.json(file);
    }

    @Override
    public Steps.Answer explain(Plan plan, byte[] key) throws Exception {
        Path file = Files.createTempFile("key", ".txt");
        file.toFile().deleteOnExit();
        KeyLines.write(file, List.of(key));
        return Steps.Answer.parse(owners(language, plan, file, "--explain").get(0));
    }

    @Override
    public String toString() {
        return client + " (" + language.toUpperCase(Locale.ROOT) + ")";
    }
}
