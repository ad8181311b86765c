package io.keystead.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a schema that is given as its JSON or as the path of a file with it. Stateless. */
final class SchemaText {
    static final String ALLOWED =
            "a schema as JSON, which begins with {, [ or \", or the path of a file (.avsc) that holds one";

    /** Far more than a key's schema has, and a wrong file does not take the heap. */
    private static final int MAX_BYTES = 1 << 20;

    private SchemaText() {}

    static boolean isJson(String text) {
        return text.startsWith("{") || text.startsWith("[") || text.startsWith("\"");
    }

    /** @throws AvroKeyException if it is a path and the file cannot be read */
    static String read(String text) {
        return isJson(text) ? text : file(text);
    }

    private static String file(String text) {
        try (InputStream in = Files.newInputStream(Path.of(text))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw refused(text, "is longer than " + MAX_BYTES + " bytes", null);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (InvalidPathException e) {
            throw refused(text, "is not a path", e);
        } catch (NoSuchFileException e) {
            throw refused(text, "does not exist", e);
        } catch (IOException e) {
            throw refused(text, "cannot be read (" + e + ")", e);
        }
    }

    private static AvroKeyException refused(String text, String why, @Nullable Exception e) {
        return new AvroKeyException("the schema file \"" + text + "\" " + why + "; allowed: " + ALLOWED, e);
    }
}
