package io.keystead.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the value of the header Authorization from a file. No message shows it. Stateless. */
final class AuthorizationFile {
    private static final int MAX_BYTES = 1 << 14;
    private static final String ALLOWED =
            "a file of one line, the value of the header Authorization, for example: Basic dXNlcjpwYXNzd29yZA==";

    private AuthorizationFile() {}

    static String read(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw refused(file, "does not exist", e);
        } catch (IOException e) {
            throw refused(file, "cannot be read (" + e + ")", e);
        }
        String value = new String(bytes, StandardCharsets.US_ASCII).strip();
        if (bytes.length > MAX_BYTES || value.isEmpty() || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw refused(file, "does not hold one line of 1 to " + MAX_BYTES + " ASCII characters", null);
        }
        return value;
    }

    private static AvroKeyException refused(Path file, String why, @Nullable Exception cause) {
        return new AvroKeyException("the authorization file " + file + " " + why + "; allowed: " + ALLOWED, cause);
    }
}
