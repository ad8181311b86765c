package com.example.polyglot;

import com.example.harness.Unusable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that has run to its end.
 *
 * @param exitCode its own
 * @param out what it printed
 * @param err what it wrote to standard error
 */
record Program(int exitCode, String out, String err) {
    /** @throws Unusable if there is no such program; its name */
    static Program run(List<String> command) throws Unusable, IOException, InterruptedException {
        Path out = Files.createTempFile("polyglot", ".out");
        Path err = Files.createTempFile("polyglot", ".err");
        try {
            Process process = start(
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()));
            try {
                return new Program(
                        process.waitFor(),
                        Files.readString(out, StandardCharsets.UTF_8),
                        Files.readString(err, StandardCharsets.UTF_8));
            } finally {
                // If this one is ended early, so is that.
                process.destroy();
                process.onExit().join();
            }
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static Process start(ProcessBuilder builder) throws Unusable {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Unusable("no " + builder.command().get(0));
        }
    }
}
