package io.keystead.compat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Kafka clients of other languages, which {@code compat-tests/install-clients} installs. */
public final class Clients {
    /** Whether a client that is missing is a failure, and not only left out. */
    private static final boolean REQUIRED = Boolean.getBoolean("keystead.clients.required");

    private Clients() {}

    /**
     * What is not installed of these languages, in a line that says what to do, which is printed too; empty if nothing.
     *
     * @throws AssertionError if clients are required and one is missing
     */
    public static String missing(String... languages) throws Exception {
        try (Program check =
                Program.start(List.of(Built.file("compat-tests/install-clients").toString(), "--check"))) {
            String missing = check.end()
                    .out()
                    .lines()
                    .filter(line -> Stream.of(languages).anyMatch(language -> line.startsWith(language + ":")))
                    .collect(Collectors.joining("; "));
            if (!missing.isEmpty()) {
                if (REQUIRED) {
                    throw new AssertionError(missing);
                }
                System.out.println("skipped: " + missing);
            }
            return missing;
        }
    }
}
