package io.keystead.planner.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** How many of the records the hottest keys have together. Not thread-safe; use once. */
final class HottestShares {
    private final double all;
    private final List<Double> shares = new ArrayList<>();
    private double keys;
    private double records;

    private HottestShares(double all) {
        this.all = all;
    }

    /**
     * The shares of the hottest 1, 2, 4 keys and so on. O(n log n), and twice the memory of a column.
     *
     * @param heavy the indices of those that stand for themselves
     * @param standsFor how many keys each of the others stands for
     * @param all how many records there are, those of keys that are not in the table included
     */
    static List<Double> of(KeyTable table, BitSet heavy, double standsFor, long all) {
        long[] own = heavy.stream().mapToLong(table::records).sorted().toArray();
        long[] others = new long[table.size() - own.length];
        int count = 0;
        double held = 0;
        for (int i = 0; i < table.size(); i++) {
            if (!heavy.get(i)) {
                held += table.records(i);
                others[count++] = table.records(i);
            }
        }
        Arrays.sort(others);
        double scale = (all - (double) Arrays.stream(own).sum()) / held;
        HottestShares shares = new HottestShares(all);
        int nextOwn = own.length - 1;
        for (int next = others.length - 1; next >= 0; next--) {
            for (; nextOwn >= 0 && own[nextOwn] >= others[next]; nextOwn--) {
                shares.add(1, (double) own[nextOwn]);
            }
            shares.add(standsFor, scale * others[next]);
        }
        for (; nextOwn >= 0; nextOwn--) {
            shares.add(1, (double) own[nextOwn]);
        }
        return shares.shares;
    }

    /** Adds the next so many keys, which are alike. */
    private void add(double moreKeys, double moreRecords) {
        for (double hottest = 1L << shares.size(); hottest <= keys + moreKeys; hottest = 1L << shares.size()) {
            shares.add((records + moreRecords * (hottest - keys) / moreKeys) / all);
        }
        keys += moreKeys;
        records += moreRecords;
    }
}
