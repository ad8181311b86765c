package io.keystead.hrw.balance;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Which member each thing went to. Immutable and thread-safe. */
public final class Assignment {
    private final SortedMap<String, String> owners;
    private final SortedSet<String> overfull;

    Assignment(SortedMap<String, String> owners, NavigableSet<String> overfull) {
        this.owners = Collections.unmodifiableSortedMap(owners);
        this.overfull = Collections.unmodifiableSortedSet(overfull);
    }

    /** The member of each thing; every thing is there. */
    public SortedMap<String, String> owners() {
        return owners;
    }

    /**
     * The things that found every member they may go to full, and went to the one with the smallest load relative to its
     * room all the same. Empty where every member may take every thing.
     */
    public SortedSet<String> overfull() {
        return overfull;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Assignment
                && ((Assignment) other).owners.equals(owners)
                && ((Assignment) other).overfull.equals(overfull);
    }

    @Override
    public int hashCode() {
        return owners.hashCode();
    }

    @Override
    public String toString() {
        Map<String, String> shown = owners;
        return shown + (overfull.isEmpty() ? "" : " overfull " + overfull);
    }
}
