package io.keystead.flink.operator;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.line.v1_20.Flink1_20;
import io.keystead.flink.line.v2.Flink2;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Finds the line of the Flink that runs. */
public final class Lines {
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
            return new Flink2();
        }
        throw new UnsupportedOperationException(
                "Flink " + version + " is not supported by HrwStreams.keyBy; allowed: 1.20 and 2.0 to 2.3");
    }
}
