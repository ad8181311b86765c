package io.keystead.cli.verify;

/** What a port does with the sign bit of a 32-bit hash on the way to one of n partitions. */
enum Sign {
    /** Clears it, as Kafka does. */
    MASKED {
        @Override
        int partition(int hash, int n) {
            return (hash & Integer.MAX_VALUE) % n;
        }
    },
    /** Takes the hash as unsigned. */
    UNSIGNED {
        @Override
        int partition(int hash, int n) {
            return Integer.remainderUnsigned(hash, n);
        }
    },
    /** Takes the absolute value; before the remainder or after it is the same. */
    ABSOLUTE {
        @Override
        int partition(int hash, int n) {
            return Math.abs(hash % n);
        }
    },
    /** Takes the remainder that is never negative, as Python's {@code %} does of a signed number. */
    FLOORED {
        @Override
        int partition(int hash, int n) {
            return Math.floorMod(hash, n);
        }
    };

    /** The partition, 0 to {@code n - 1}. */
    abstract int partition(int hash, int n);

    /**
     * Whether the two are one function over so many partitions: all but the absolute value look at the lowest bits alone
     * where n is a power of two.
     */
    boolean isSameAs(Sign other, int n) {
        if (this == other || n <= 2) {
            return true;
        }
        return Integer.bitCount(n) == 1 && this != ABSOLUTE && other != ABSOLUTE;
    }
}
