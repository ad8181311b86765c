package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something that bids for keys: a partition, a subtask, a consumer, a task owner.
 *
 * <p>What matters is the id: it must never change while the candidate lives, since owners are computed from it. Two
 * ids are the same when their UTF-8 bytes are; they are never normalised. A weight is the share of keys relative to the
 * other candidates' weights, from {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}; a candidate that must get nothing is
 * left out or {@link CandidateState#DRAINING draining}, not given weight 0. Immutable and thread-safe.
 */
public final class Candidate {
    /** The smallest weight. */
    public static final double MIN_WEIGHT = 1e-6;

    /** The largest weight. */
    public static final double MAX_WEIGHT = 1e6;

    private final String id;
    private final double weight;
    private final CandidateState state;
    private final Map<String, String> labels;

    private Candidate(String id, double weight, CandidateState state, Map<String, String> labels) {
        this.id = id;
        this.weight = weight;
        this.state = state;
        this.labels = labels;
    }

    /**
     * An active candidate of weight 1 without labels.
     *
     * @throws IllegalArgumentException if the id is empty or not well-formed Unicode
     */
    public static Candidate of(String id) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("a candidate id is empty; allowed: any non-empty Unicode text");
        }
        Utf8.encode(id);
        return new Candidate(id, 1.0, CandidateState.ACTIVE, Map.of());
    }

    /**
     * The same from the id's bytes, for ids that come from a file or a network.
     *
     * @throws IllegalArgumentException if there are none or they are not well-formed UTF-8
     */
    public static Candidate ofUtf8(byte[] id) {
        return of(Utf8.decode(id));
    }

    /**
     * The candidate that stands for a partition or a subtask: its number in decimal.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public static Candidate partition(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("partition " + number + " is negative; allowed: 0 and above");
        }
        return new Candidate(Integer.toString(number), 1.0, CandidateState.ACTIVE, Map.of());
    }

    /**
     * This candidate with another weight.
     *
     * @throws IllegalArgumentException unless the weight is from {@value #MIN_WEIGHT} to {@value #MAX_WEIGHT}
     */
    public Candidate withWeight(double newWeight) {
        // Written so that NaN fails too.
        if (!(newWeight >= MIN_WEIGHT && newWeight <= MAX_WEIGHT)) {
            throw new IllegalArgumentException("the weight " + newWeight + " of candidate \"" + id
                    + "\" is out of range; allowed: 1e-6 to 1e6 (leave a candidate out to give it nothing)");
        }
        return new Candidate(id, newWeight, state, labels);
    }

    /** This candidate in another state. */
    public Candidate withState(CandidateState newState) {
        return new Candidate(id, weight, newState, labels);
    }

    /**
     * This candidate with a label more, or another value of one.
     *
     * @param name for example {@code rack}
     * @param value for example {@code r1}
     */
    public Candidate withLabel(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(name, value);
        return new Candidate(id, weight, state, Collections.unmodifiableMap(more));
    }

    /** The id, non-empty and well-formed. */
    public String id() {
        return id;
    }

    /** The weight, 1 by default. */
    public double weight() {
        return weight;
    }

    /** The state, active by default. */
    public CandidateState state() {
        return state;
    }

    /** The labels by name, immutable. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Whether this candidate contends. */
    public boolean isActive() {
        return state == CandidateState.ACTIVE;
    }

    /** The word with which this candidate bids: {@code mix(hash(utf8(id)))}. */
    public long nodeHash(KeyHash hash) {
        // The extra mix keeps key "3" from cancelling candidate "3".
        return Score.mix(hash.hash(Utf8.encode(id)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Candidate)) {
            return false;
        }
        Candidate that = (Candidate) other;
        return id.equals(that.id) && weight == that.weight && state == that.state && labels.equals(that.labels);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id + ":" + weight + (isActive() ? "" : ":" + state) + (labels.isEmpty() ? "" : labels.toString());
    }
}
