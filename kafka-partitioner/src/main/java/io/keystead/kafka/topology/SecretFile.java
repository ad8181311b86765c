package io.keystead.kafka.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the secret of {@code siphash-2-4}: a file of exactly 16 raw bytes.
 *
 * <p>The secret decides every owner, so all producers and readers of a topic need the same file. It is never logged or
 * put into a message, a metric or a topology; those show its fingerprint.
 */
public final class SecretFile {
    private static final int LENGTH = 16;

    /** For messages. */
    static final String ALLOWED =
            "a file of exactly " + LENGTH + " raw bytes, for example made by: head -c 16 /dev/urandom > FILE";

    private SecretFile() {}

    /**
     * The 16 bytes.
     *
     * @throws IllegalArgumentException if the file cannot be read or has another length; one line that names the file
     */
    public static byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            // One byte more than there should be tells a longer file without reading it.
            byte[] bytes = in.readNBytes(LENGTH + 1);
            if (bytes.length != LENGTH) {
                String length = bytes.length < LENGTH ? "has only " + bytes.length + " bytes" : "is longer";
                throw new IllegalArgumentException(message(file, length));
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(message(file, "does not exist"), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(message(file, "cannot be read (" + e + ")"), e);
        }
    }

    private static String message(Path file, String wrong) {
        return OneLine.of("the secret file " + file + " " + wrong + "; allowed: " + ALLOWED);
    }
}
