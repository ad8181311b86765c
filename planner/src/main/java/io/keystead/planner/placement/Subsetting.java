package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Which few of many backends each client connects to.
 *
 * <p>Two ways: {@link #deterministic} as in <i>Site Reliability Engineering</i> (Beyer, Jones, Petoff and Murphy 2016,
 * chapter 20), and {@link #rendezvous}. The former spreads connections evenly, to within one round of clients, but moves
 * most of them when the number of backends changes; the latter moves as few as possible, and spreads at random. Immutable and
 * thread-safe.
 */
public abstract class Subsetting {
    private final List<Candidate> backends;
    private final int size;

    private Subsetting(List<Candidate> backends, int size) {
        if (size < 1 || size > backends.size()) {
            throw new IllegalArgumentException(
                    "subsets of " + size + " of " + backends.size() + " backends; allowed: 1 to all of them");
        }
        this.backends = List.copyOf(backends);
        this.size = size;
    }

    /**
     * Clients in rounds: within a round the backends are shuffled, with the round as the seed, and cut into subsets, of
     * which each client of the round has one. What is left over of the backends has no client in that round. O(n) a client.
     *
     * @param backends in an order that all clients know
     * @param size 1 to the number of backends
     */
    public static Subsetting deterministic(List<Candidate> backends, int size) {
        return new Subsetting(backends, size) {
            @Override
            public List<Candidate> subset(int client) {
                checkClient(client);
                int subsets = backends.size() / size;
                int start = client % subsets * size;
                List<Candidate> shuffled = new ArrayList<>(backends);
                // Random's sequence is part of Java's specification, so every client has the same.
                Collections.shuffle(shuffled, new Random(client / subsets));
                return List.copyOf(shuffled.subList(start, start + size));
            }
        };
    }

    /** The first backends of each client's ranking by {@link Hrw}. O(n log n) a client. */
    public static Subsetting rendezvous(List<Candidate> backends, int size) {
        Hrw ranking = new Hrw(backends);
        return new Subsetting(backends, size) {
            @Override
            public List<Candidate> subset(int client) {
                checkClient(client);
                return Arrays.stream(ranking.top(Draw.word(client, 0), size))
                        .mapToObj(ranking.candidates()::get)
                        .collect(Collectors.toUnmodifiableList());
            }
        };
    }

    /**
     * The backends of a client, all different.
     *
     * @param client its number, 0 or above; the deterministic way needs numbers without gaps
     */
    public abstract List<Candidate> subset(int client);

    /** How many backends each client has. */
    public final int size() {
        return size;
    }

    /** All backends. */
    public final List<Candidate> backends() {
        return backends;
    }

    private static void checkClient(int client) {
        if (client < 0) {
            throw new IllegalArgumentException("the client " + client + " is negative; allowed: 0 and above");
        }
    }
}
