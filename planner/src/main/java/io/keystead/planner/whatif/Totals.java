package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import io.keystead.planner.sample.SampleSummary;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a sample and its source have in each unit.
 *
 * @param keys how many keys the sample has
 * @param bytes the sum of their bytes
 * @param records the sum of their records
 * @param squaredBytes the sum of squared bytes over the keys of the source that are not heavy
 * @param squaredRecords the sum of their squared records
 * @param source what the source has, those of keys that were left out included
 */
record Totals(long keys, long bytes, long records, double squaredBytes, double squaredRecords, SampleSummary source) {
    /** @throws IllegalArgumentException if a sum is larger than the largest {@code long} */
    static Totals of(KeySample sample) {
        long bytes = 0;
        long records = 0;
        try {
            for (int i = 0; i < sample.size(); i++) {
                bytes = Math.addExact(bytes, sample.bytes(i));
                records = Math.addExact(records, sample.records(i));
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the bytes or records of " + sample.summary().source() + " sum to more than " + Long.MAX_VALUE
                            + "; allowed: up to that",
                    e);
        }
        return new Totals(
                sample.size(),
                bytes,
                records,
                sample.squaredBytesOfOthers(),
                sample.squaredRecordsOfOthers(),
                sample.summary());
    }

    /**
     * The sum of the squares of what the source's keys have that are not heavy.
     *
     * @param others how many those are
     */
    double squaresOfOthers(Unit unit, double others) {
        return switch (unit) {
            case KEYS -> others;
            case BYTES -> squaredBytes;
            case RECORDS -> squaredRecords;
        };
    }

    /** What the source has. */
    long ofSource(Unit unit) {
        return switch (unit) {
            case KEYS -> source.population();
            case BYTES -> source.bytes();
            case RECORDS -> source.records();
        };
    }

    /** What the sample has. */
    long of(Unit unit) {
        return switch (unit) {
            case KEYS -> keys;
            case BYTES -> bytes;
            case RECORDS -> records;
        };
    }

    /** Those that tell something: bytes where there are any, records where a key has several. */
    Set<Unit> units() {
        Set<Unit> units = EnumSet.of(Unit.KEYS);
        if (bytes > 0) {
            units.add(Unit.BYTES);
        }
        if (records > keys) {
            units.add(Unit.RECORDS);
        }
        return units;
    }
}
