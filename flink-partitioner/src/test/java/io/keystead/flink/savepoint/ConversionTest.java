package io.keystead.flink.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.flink.state.StateName.Format;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionTest {
    private static final int SLOTS = 16;
    private static final int EVENTS = 20_000;
    private static final Set<String> NONE = Set.of();
    private static final Set<String> BOTH = Set.of("totals", "windows");

    @TempDir
    private static Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init") // JUnit starts it
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = Cluster.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.shutDown();
    }

    /** Runs until so many numbers of the whole are through, and stops with a savepoint. */
    private static String run(
            CountingJob job, int parallelism, Set<String> slotted, String from, long until, SavepointFormatType format)
            throws Exception {
        JobID id = cluster.submit(job.at(parallelism, slotted, 5000), from.isEmpty() ? null : from);
        cluster.await(id, until + " events", () -> job.results().events.get() > until);
        return cluster.stop(id, format);
    }

    private static void runToTheEnd(CountingJob job, int parallelism, Set<String> slotted, String from)
            throws Exception {
        cluster.finish(cluster.submit(job.at(parallelism, slotted, 0), from));
        job.requireExactResults();
    }

    private static String converted(String savepoint, String name, boolean toHrw, Operators operators) {
        Savepoint read = Savepoint.read(savepoint);
        String out = directory.resolve(name).toString();
        (toHrw ? Conversion.toHrw(read, operators) : Conversion.toNative(read, operators)).write(out);
        return out;
    }

    @ParameterizedTest
    @CsvSource({"hashmap, CANONICAL, CANONICAL", "rocksdb, CANONICAL, CANONICAL", "hashmap, NATIVE, BACKEND"})
    void a_job_goes_to_hrw_and_back_with_all_its_state(String backend, SavepointFormatType savepoints, Format format)
            throws Exception {
        String run = backend + "-" + savepoints;
        CountingJob job = new CountingJob(run, SLOTS, EVENTS, backend, directory);
        String ofNative = run(job, 4, NONE, "", 3000, savepoints);
        assertThat(Savepoint.read(ofNative).keyedOperators()).hasSize(2).allSatisfy(operator -> {
            assertThat(operator.kind()).isEqualTo(KeyedOperator.Kind.NATIVE);
            assertThat(operator.format()).contains(format);
            assertThat(operator.obstacle()).isEmpty();
        });
        assertThat(cluster.failure(
                        cluster.submit(job.branch(run + "-unconverted").at(5, BOTH, 0), ofNative)))
                .contains("keystead flink convert-savepoint --to hrw");

        String hrw = converted(ofNative, run + "-hrw", true, Operators.all());
        String ofHrw = run(job, 5, BOTH, hrw, 9000, savepoints);
        for (int parallelism : new int[] {4, 5}) {
            for (String unconverted : List.of(hrw, ofHrw)) {
                assertThat(cluster.failure(
                                cluster.submit(job.branch(run + "-back").at(parallelism, NONE, 0), unconverted)))
                        .contains("keystead flink convert-savepoint --to native");
            }
        }

        String back = converted(ofHrw, run + "-native", false, Operators.all());
        for (int parallelism : new int[] {1, 3, 5, SLOTS}) {
            runToTheEnd(job.branch(run + "-" + parallelism), parallelism, NONE, back);
        }
        runToTheEnd(job.branch(run + "-again"), 3, BOTH, converted(back, run + "-again", true, Operators.all()));
    }

    @Test
    void one_of_two_operators_is_converted_and_the_copy_stands_alone() throws Exception {
        CountingJob job = new CountingJob("one", SLOTS, EVENTS, "hashmap", directory);
        String ofNative = run(job, 4, NONE, "", 3000, SavepointFormatType.CANONICAL);
        Conversion conversion = Conversion.toHrw(Savepoint.read(ofNative), Operators.of(List.of("totals"), List.of()));
        assertThat(conversion.operators()).extracting(KeyedOperator::uid).containsExactly(Optional.of("totals"));
        Path broken = directory.resolve("one-broken");
        assertThatThrownBy(() -> conversion.writeWithFiles(broken.toString(), bytes -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .as("nothing is left of what was not finished")
                    .noneMatch(name -> name.contains("one-broken"));
        }
        AtomicLong copied = new AtomicLong();
        Path copy = directory.resolve("one-copy");
        conversion.writeWithFiles(copy.toString(), copied::addAndGet);
        assertThat(copied).hasValue(conversion.bytes());
        FileUtils.deleteDirectory(Path.of(URI.create(ofNative)).toFile());
        // It may be moved, too.
        Path moved = Files.move(copy, directory.resolve("one-moved"));

        runToTheEnd(job, 3, Set.of("totals"), moved.toString());
    }

    @Test
    void a_savepoint_in_the_format_of_rocksdb_is_refused_with_what_to_do() throws Exception {
        CountingJob job = new CountingJob("own", SLOTS, EVENTS, "rocksdb", directory);
        Savepoint savepoint = Savepoint.read(run(job, 2, NONE, "", 500, SavepointFormatType.NATIVE));

        assertThatThrownBy(() -> Conversion.toHrw(savepoint, Operators.all()))
                .isInstanceOf(SavepointException.class)
                .hasMessageMatching(
                        "the operator \"(totals|windows)\" cannot be converted: its keyed state is in RocksDB's own"
                                + " format; allowed: a canonical savepoint \\(flink savepoint --type canonical, or flink stop --type"
                                + " canonical\\)");
        assertThat(savepoint.keyedOperators())
                .allSatisfy(operator -> assertThat(operator.obstacle()).isPresent());
    }
}
