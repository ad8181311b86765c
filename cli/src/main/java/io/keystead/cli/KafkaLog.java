package io.keystead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * The file that Kafka logs to, in place of the terminal.
 *
 * <p>Open it before any class of Kafka is used: the first logger of a process reads where to log, and nothing after it.
 * So the first one opened in a process counts.
 */
public final class KafkaLog implements AutoCloseable {
    private static final String PREFIX = "org.slf4j.simpleLogger.";

    private final Path file;
    private final boolean deleted;

    private KafkaLog(Path file, boolean deleted) {
        this.file = file;
        this.deleted = deleted;
    }

    /**
     * Logs to the given file.
     *
     * @throws BadInput if it cannot be written
     */
    public static KafkaLog keptIn(Path file) {
        try {
            return open(Files.write(file.toAbsolutePath(), new byte[0]), false);
        } catch (IOException e) {
            throw new BadInput("Kafka's log", "\"" + file + "\" cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Logs to a file in the system's directory for such files.
     *
     * @param kept whether it stays there
     * @throws BadInput if there cannot be one
     */
    static KafkaLog temporary(boolean kept) {
        try {
            return open(Files.createTempFile("keystead-kafka-", ".log"), !kept);
        } catch (IOException e) {
            throw new BadInput("Kafka's log", "cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Runs what uses Kafka, as {@link Interruption#during} does, with a log that is kept only for somebody who looks for a fault;
     * where it is is said then.
     *
     * @throws BadInput if there cannot be one
     */
    public static <T> T during(Keystead keystead, Callable<T> body) throws Exception {
        return Interruption.during(() -> {
            // Opened before anything of Kafka is, which logs from its first class on.
            try (KafkaLog log = temporary(keystead.debug())) {
                if (keystead.debug()) {
                    keystead.console().note("Kafka's log is kept in " + log.file());
                }
                return body.call();
            }
        });
    }

    private static KafkaLog open(Path file, boolean deleted) {
        System.setProperty(PREFIX + "logFile", file.toString());
        System.setProperty(PREFIX + "defaultLogLevel", "info");
        System.setProperty(PREFIX + "showDateTime", "true");
        System.setProperty(PREFIX + "dateTimeFormat", "HH:mm:ss.SSS");
        // Kafka uses Log4j's classes too, to change levels; what ails those is no news for the terminal either.
        System.setProperty("log4j2.StatusLogger.level", "OFF");
        return new KafkaLog(file, deleted);
    }

    /** Where it is. */
    public Path file() {
        return file;
    }

    /** Deletes it unless it is kept. */
    @Override
    public void close() {
        if (deleted) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It is in the system's directory for such files; nothing depends on it.
            }
        }
    }
}
