package io.keystead.flink.rescale;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rescale proof on the other lines of Flink: the same classes, the same jar. */
class LinesIT {
    @TempDir
    static Path directory;

    @Test
    void aJobIsRescaledOnTheOldestFlink() throws Exception {
        new Child("v1.20", "flink-1.20", directory).run("smoke", Map.of(), RescaleIT.class);
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"v1.20, flink-1.20", "older/v2.0, flink-2.0", "older/v2.1, flink-2.0", "older/v2.2, flink-2"})
    void theProofHoldsOnEveryFlink(String line, String connector) throws Exception {
        new Child(line, connector, directory).run("all", Map.of(), RescaleIT.class, AdaptiveIT.class);
    }
}
