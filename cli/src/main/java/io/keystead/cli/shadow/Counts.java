package io.keystead.cli.shadow;

/**
 * Sums at one moment.
 *
 * @param records records with a key
 * @param movedRecords those of them whose key has another owner after the change
 * @param bytes their bytes
 * @param movedBytes the bytes of those that move
 * @param withoutKey records without a key
 * @param strays records that lie elsewhere than they should today
 * @param outages how many times no broker answered for long
 */
record Counts(
        long records, long movedRecords, long bytes, long movedBytes, long withoutKey, long strays, long outages) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    Counts minus(Counts before) {
        return new Counts(
                records - before.records,
                movedRecords - before.movedRecords,
                bytes - before.bytes,
                movedBytes - before.movedBytes,
                withoutKey - before.withoutKey,
                strays - before.strays,
                outages - before.outages);
    }

    double movedRecordShare() {
        return share(movedRecords, records);
    }

    double movedByteShare() {
        return share(movedBytes, bytes);
    }

    /** A part of a whole; 0 of nothing. */
    static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
