package io.keystead.hrw.stats;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts what moved between two candidate sets, key by key, and why.
 *
 * <p>Three kinds of move: <i>to new</i> (onto a candidate that was not there before), <i>from retired</i> (off one that
 * is gone, onto one that was there), and <i>needless</i> (between two candidates that are in both sets). HRW makes no
 * needless move when candidates come or go. Not thread-safe.
 */
public final class Movement {
    private final Set<String> before;
    private final Set<String> after;
    private long keys;
    private long bytes;
    private double squaredBytes;
    private long movedKeys;
    private long movedBytes;
    private long toNew;
    private long fromRetired;

    /** Nothing counted yet. The sets are copied. */
    public Movement(Set<String> before, Set<String> after) {
        this.before = new HashSet<>(before);
        this.after = new HashSet<>(after);
    }

    /**
     * Counts one key.
     *
     * @param from its owner before
     * @param to its owner after
     * @param size its bytes, 0 or above
     */
    public void add(String from, String to, long size) {
        keys++;
        bytes += size;
        squaredBytes += (double) size * size;
        if (from.equals(to)) {
            return;
        }
        movedKeys++;
        movedBytes += size;
        if (!before.contains(to)) {
            toNew++;
        } else if (!after.contains(from)) {
            fromRetired++;
        }
    }

    /** How many keys were counted. */
    public long keys() {
        return keys;
    }

    /** The sum of their bytes. */
    public long bytes() {
        return bytes;
    }

    /** How many keys changed owner. */
    public long movedKeys() {
        return movedKeys;
    }

    /** The bytes of the keys that changed owner. */
    public long movedBytes() {
        return movedBytes;
    }

    /** Moves onto a candidate that was not there before. */
    public long toNew() {
        return toNew;
    }

    /** Moves off a candidate that is gone, onto one that was there before. */
    public long fromRetired() {
        return fromRetired;
    }

    /** Moves between candidates that are in both sets. */
    public long needless() {
        return movedKeys - toNew - fromRetired;
    }

    /** What {@link #movedKeys} should be if each key moves with this probability, independently. */
    public Bound expectedMovedKeys(double probability) {
        return new Bound(keys * probability, Math.sqrt(keys * probability * (1 - probability)));
    }

    /** What {@link #movedBytes} should be if each key moves with this probability, independently of its size. */
    public Bound expectedMovedBytes(double probability) {
        return new Bound(bytes * probability, Math.sqrt(squaredBytes * probability * (1 - probability)));
    }
}
