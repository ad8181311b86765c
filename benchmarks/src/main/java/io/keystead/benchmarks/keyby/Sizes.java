package io.keystead.benchmarks.keyby;

import java.util.List;

/**
 * How much a run does.
 *
 * @param movedKeys the keys of which the movement is told
 * @param measuredParallelisms at which, and one above, keys are looked for on a cluster
 * @param warmUps pairs before those that count
 * @param pairs of jobs with records, and of checkpoints
 * @param records of a job with the state backend hashmap
 * @param keys of those jobs
 * @param checkpointKeys of the jobs that take checkpoints, a kilobyte each
 * @param restorePairs of restores
 * @param restoreKeys in a savepoint that is restored, a kilobyte each
 * @param manySlots empty ones, to be compared with few
 * @param heapRounds of looks at the heap
 */
record Sizes(
        int movedKeys,
        List<Integer> measuredParallelisms,
        int warmUps,
        int pairs,
        long records,
        int keys,
        int checkpointKeys,
        int restorePairs,
        int restoreKeys,
        int manySlots,
        int heapRounds) {
    static final Sizes FULL = new Sizes(
            1_000_000, List.of(4, 8, 16, 32), 1, 9, 4_000_000, 1_000_000, 256 * 1024, 5, 1024 * 1024, 32768, 5);
    static final Sizes QUICK = new Sizes(50_000, List.of(4), 0, 1, 50_000, 5_000, 2_000, 1, 2_000, 2048, 1);

    /** RocksDB takes several times as long for a record. */
    long records(String backend) {
        return backend.equals("rocksdb") ? records / 4 : records;
    }
}
