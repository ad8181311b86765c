package io.keystead.hrw.balance;

import java.util.List;

/** Which clients have a task for now: one that runs it, and others that follow its state. Immutable and thread-safe. */
public final class TaskHosts {
    private final String active;
    private final List<String> standbys;
    private final List<String> warmups;

    TaskHosts(String active, List<String> standbys, List<String> warmups) {
        this.active = active;
        this.standbys = List.copyOf(standbys);
        this.warmups = List.copyOf(warmups);
    }

    /** The id of the client that runs the task. */
    public String active() {
        return active;
    }

    /** The ids of its standbys, never the active client: as many as there are to be, or one for every other client. */
    public List<String> standbys() {
        return standbys;
    }

    /** The ids of clients that follow its state besides the standbys until they have caught up, and then take a place. */
    public List<String> warmups() {
        return warmups;
    }

    @Override
    public String toString() {
        return active + " standbys " + standbys + (warmups.isEmpty() ? "" : " warm-ups " + warmups);
    }
}
