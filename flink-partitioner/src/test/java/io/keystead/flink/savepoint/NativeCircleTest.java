package io.keystead.flink.savepoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeCircleTest {
    @TempDir
    private static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = Cluster.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.shutDown();
    }

    @ParameterizedTest
    @CsvSource({"hashmap, CANONICAL", "rocksdb, CANONICAL", "hashmap, NATIVE", "rocksdb, NATIVE"})
    void there_and_back(String backend, SavepointFormatType format) throws Exception {
        CountingJob job = new CountingJob(backend + format, 16, 20_000, backend, directory);
        JobID id = cluster.submit(job.at(4, Set.of(), 5_000), null);
        cluster.await(id, "5000 events", () -> job.results().events.get() > 5_000);
        String savepoint = cluster.stop(id, format);
        Savepoint read = Savepoint.read(savepoint);
        System.out.println(savepoint + " v" + read.version());
        for (KeyedOperator operator : read.keyedOperators()) {
            System.out.println(operator.label() + " " + operator.id() + " " + operator.uid() + operator.name()
                    + operator.kind() + operator.files() + " " + operator.bytes() + operator.obstacle());
            System.out.println(java.util.Arrays.toString(operator.bytesBySlot())
                    + Rescale.hrw(operator, 5).slotsMoved() + " "
                    + Rescale.keyBy(operator, 5).slotsMoved());
            assertThat(Operators.id(operator.uid().get()).toHexString()).isEqualTo(operator.id());
        }
        Path hrw = directory.resolve("hrw-" + backend + format);
        Conversion.toHrw(read, Operators.all()).write(hrw.toString());
        Path back = directory.resolve("back-" + backend + format);
        Conversion.toNative(Savepoint.read(hrw.toString()), Operators.all()).writeWithFiles(back.toString(), n -> {});
        JobID fails = cluster.submit(job.at(4, Set.of(), 0), hrw.toString());
        assertThat(cluster.failure(fails)).contains("keystead flink convert-savepoint --to native");
        for (int parallelism : new int[] {1, 3, 4, 16}) {
            job.results().totals.clear();
            job.results().timers.clear();
            job.results().windows.clear();
            job.results().repeated.set(0);
            JobID last = cluster.submit(job.at(parallelism, Set.of(), 0), back.toString());
            cluster.finish(last);
            assertThat(job.results().totals)
                    .hasSize(100)
                    .allSatisfy((k, v) -> assertThat(v).isEqualTo(200));
            assertThat(job.results().windows).allSatisfy((k, v) -> assertThat(v).isEqualTo(10));
            assertThat(job.results().timers).allSatisfy((k, v) -> assertThat(v).isEqualTo(10));
        }
    }
}
