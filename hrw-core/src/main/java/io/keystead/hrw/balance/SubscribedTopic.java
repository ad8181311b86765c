package io.keystead.hrw.balance;

import java.util.Collection;
import java.util.Set;

/** A topic with its partitions, and the members of a group that may read them. Immutable and thread-safe. */
public final class SubscribedTopic {
    private final String name;
    private final int partitions;
    private final Set<String> subscribers;

    private SubscribedTopic(String name, int partitions, Set<String> subscribers) {
        this.name = name;
        this.partitions = partitions;
        this.subscribers = subscribers;
    }

    /**
     * A topic of a group.
     *
     * @param name the topic's name, or its Uuid as text where names are not seen
     * @param partitions how many it has: partitions 0 to this less one
     * @param subscribers ids of members; one named twice counts once. An immutable set, as {@link Set#copyOf} makes it, is
     *     not copied: share one among topics that the same members read
     * @throws IllegalArgumentException if there is no partition or no subscriber
     */
    public static SubscribedTopic of(String name, int partitions, Collection<String> subscribers) {
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "topic \"" + name + "\" has " + partitions + " partitions; allowed: at least one");
        }
        if (subscribers.isEmpty()) {
            throw new IllegalArgumentException("topic \"" + name + "\" has no subscriber; allowed: at least one");
        }
        return new SubscribedTopic(name, partitions, Set.copyOf(subscribers));
    }

    /** Its name, or its Uuid as text. */
    public String name() {
        return name;
    }

    /** How many partitions it has. */
    public int partitions() {
        return partitions;
    }

    /** The ids of the members that may read it, in no order. */
    public Set<String> subscribers() {
        return subscribers;
    }

    @Override
    public String toString() {
        return name + " (" + partitions + " partitions) for " + subscribers;
    }
}
