package io.keystead.flink.operator;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.line.v1_20.Flink1_20;
import io.keystead.flink.line.v2.Flink2;
import java.util.regex.Pattern;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the line of the Flink that runs. */
public final class Lines {
    private static final Logger LOG = LoggerFactory.getLogger(Lines.class);
    private static final String ALLOWED = "1.20 and 2.0 to 2.3";
    private static final Pattern TESTED = Pattern.compile("2\\.[0-3]\\b");

    private Lines() {}

    /**
     * The internals of the Flink on the class path.
     *
     * @throws UnsupportedOperationException if there are none for its version
     */
    public static FlinkLine ofThisFlink() {
        return of(EnvironmentInformation.getVersion());
    }

    static FlinkLine of(String version) {
        // The class of the other line is not loaded: it would not link.
        if (version.equals("1.20") || version.startsWith("1.20.") || version.startsWith("1.20-")) {
            return new Flink1_20();
        }
        if (version.startsWith("2.")) {
            if (!TESTED.matcher(version).lookingAt()) {
                LOG.warn(
                        "Flink {} was not tested with HrwStreams.keyBy, which uses Flink's internals; tested: {}",
                        version,
                        ALLOWED);
            }
            return new Flink2();
        }
        throw new UnsupportedOperationException(
                "Flink " + version + " is not supported by HrwStreams.keyBy; allowed: " + ALLOWED);
    }
}
