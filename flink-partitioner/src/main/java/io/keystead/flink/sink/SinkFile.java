package io.keystead.flink.sink;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The properties of sinks that are named by their class alone: the resource {@value #NAME} of the class path. Stateless. */
final class SinkFile {
    static final String NAME = "keystead-sink.properties";

    private SinkFile() {}

    /**
     * Reads it, as UTF-8.
     *
     * @throws ConfigException if there is none, or it cannot be read; one line
     */
    static Properties read() {
        // The class loader of the job's own jars comes first; this class may be in Flink's lib folder, above it.
        URL found = find(Thread.currentThread().getContextClassLoader());
        URL file = found == null ? find(SinkFile.class.getClassLoader()) : found;
        if (file == null) {
            throw new ConfigException(
                    "Missing " + NAME + " on the class path: a sink that is named by its class has no other"
                            + " properties; allowed: such a file, in a jar of the job or of Flink's lib folder, with"
                            + " bootstrap.servers and the keystead.* properties");
        }
        Properties properties = new Properties();
        try (InputStream in = file.openStream();
                Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            properties.load(text);
        } catch (IOException | IllegalArgumentException e) {
            throw (ConfigException) new ConfigException(
                            "Cannot read " + file + " (" + e + "); allowed: a file of Java" + " properties in UTF-8")
                    .initCause(e);
        }
        return properties;
    }

    private static @Nullable URL find(@Nullable ClassLoader loader) {
        return loader == null ? null : loader.getResource(NAME);
    }
}
