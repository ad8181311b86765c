package io.keystead.flink.rescale;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs with every kind of state, timer, window and input, at parallelism 4, 5, 3, 8 and 1, one after the other. */
class RescaleIT {
    private static final List<Integer> PARALLELISMS = List.of(4, 5, 3, 8, 1);

    @TempDir
    static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = Cluster.start(directory, 2, 4, Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
        Tally.print();
    }

    @BeforeEach
    void forget() {
        Gate.close();
        Faults.reset();
        Findings.reset();
    }

    @Tag("smoke")
    @Test
    void resultsAreThoseOfAJobThatWasNeverStoppedWithSavepoints() throws Exception {
        rescale("hashmap", Way.CANONICAL, 6_000, Job.FEW_SLOTS, PARALLELISMS);
    }

    @ParameterizedTest
    @CsvSource({
        "hashmap, NATIVE",
        "rocksdb, CANONICAL",
        "rocksdb, CHECKPOINT",
        "hashmap, UNALIGNED",
    })
    void resultsAreThoseOfAJobThatWasNeverStopped(String backend, Way way) throws Exception {
        rescale(backend, way, 6_000, Job.FEW_SLOTS, PARALLELISMS);
    }

    @Test
    void resultsAreThoseOfAJobThatNeverFailed() throws Exception {
        rescale("hashmap", Way.FAULTS, 6_000, Job.FEW_SLOTS, List.of(4, 5, 3));
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource
    void resultsAreThoseOfAJobThatWasNeverStoppedOnTheHeap(Way way) throws Exception {
        rescale("hashmap", way, 30_000, Job.MANY_SLOTS, PARALLELISMS);
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource
    void resultsAreThoseOfAJobThatWasNeverStoppedInRocksDb(Way way) throws Exception {
        rescale("rocksdb", way, 30_000, Job.MANY_SLOTS, PARALLELISMS);
    }

    private static void rescale(String backend, Way way, long count, int slots, List<Integer> parallelisms)
            throws Exception {
        Events events = new Events(count, way.keepsWatermarks());
        Map<String, String> settings = new HashMap<>(Map.of("state.backend.type", backend));
        settings.putAll(way.settings());
        new Staged(cluster, parallelisms)
                .run(new Job(events, slots, settings), way + ", " + backend, way.ending(cluster, directory));
    }
}
