package io.keystead.hrw;

/** One line of a ranking: a candidate with what it bid for the key. Immutable and thread-safe. */
public final class Bid {
    private final Candidate candidate;
    private final long score;
    private final double time;

    Bid(Candidate candidate, long score, double time) {
        this.candidate = candidate;
        this.score = score;
        this.time = time;
    }

    /** Who bids. */
    public Candidate candidate() {
        return candidate;
    }

    /** The score, unsigned. It decides where all weights are equal: highest first. */
    public long score() {
        return score;
    }

    /** {@code -log(u) / weight}. It decides where weights differ: smallest first. */
    public double time() {
        return time;
    }

    @Override
    public String toString() {
        return candidate.id() + " score " + Long.toHexString(score) + " time " + time;
    }
}
