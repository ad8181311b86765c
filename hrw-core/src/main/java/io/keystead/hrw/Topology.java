package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who may own keys, and by which function they bid: the protocol record of one topic or job at one epoch.
 *
 * <p>Two programs with equal topologies place every key alike, in any language. A topology is checked when it is built
 * and holds its candidates in the order of their ids as UTF-8 bytes, whatever order they were given in. Immutable and
 * thread-safe. Make a {@link Placement} from it to ask who owns a key.
 */
public final class Topology {
    /** The only algorithm there is. */
    public static final String ALGORITHM = "hrw-v1";

    /** The most slot bits: about a million slots. */
    public static final int MAX_SLOT_BITS = 20;

    private final KeyHash hash;
    private final @Nullable String keyEncoding;
    private final int slotBits;
    private final @Nullable Base base;
    private final List<Candidate> candidates;
    private final List<Constraint> constraints;
    private final long epoch;
    /** Written at most once a thread with one value, as in String's hash; null until asked for. */
    private @Nullable String fingerprint;

    private Topology(Builder builder) {
        this.hash = builder.hash;
        this.keyEncoding = builder.keyEncoding;
        this.slotBits = builder.slotBits;
        this.base = builder.base;
        this.candidates = sorted(builder.candidates);
        this.constraints = List.copyOf(builder.constraints);
        this.epoch = builder.epoch;
        if (candidates.stream().noneMatch(Candidate::isActive)) {
            throw new IllegalArgumentException(
                    "none of the " + candidates.size() + " candidates is active; allowed: at least one");
        }
        checkBase();
        checkLabels();
    }

    /** The partitions 0 to {@code count - 1}, equal in weight, by XXH3 with seed 0: what a new topic starts with. */
    public static Topology ofPartitions(int count) {
        Builder builder = builder();
        for (int partition = 0; partition < count; partition++) {
            builder.candidate(Candidate.partition(partition));
        }
        return builder.build();
    }

    /** A builder with the protocol's defaults: XXH3 with seed 0, no slots, no base, no constraints, epoch 0. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from this topology. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.hash = hash;
        builder.keyEncoding = keyEncoding;
        builder.slotBits = slotBits;
        builder.base = base;
        builder.candidates.addAll(candidates);
        builder.constraints.addAll(constraints);
        builder.epoch = epoch;
        return builder;
    }

    /** The hash of keys and ids. */
    public KeyHash hash() {
        return hash;
    }

    /**
     * How a key becomes the bytes that are hashed, with all that decides them, in one word; empty where they are the
     * serialized key's as they stand. Whoever asks a {@link Placement} must hand it such bytes.
     */
    public Optional<String> keyEncoding() {
        return Optional.ofNullable(keyEncoding);
    }

    /** 0 where every key is ranked by itself, else the b of 2^b slots. */
    public int slotBits() {
        return slotBits;
    }

    /** The placement that the keys have already, if any. */
    public Optional<Base> base() {
        return Optional.ofNullable(base);
    }

    /** All candidates, active or not, by id as UTF-8 bytes. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** The candidates that contend, in the same order. At least one. */
    public List<Candidate> active() {
        return candidates.stream().filter(Candidate::isActive).collect(Collectors.toUnmodifiableList());
    }

    /** The constraints from the most important to the least; a selection gives up the last first. */
    public List<Constraint> constraints() {
        return constraints;
    }

    /** Grows by one with every change. */
    public long epoch() {
        return epoch;
    }

    /**
     * Tells whether two programs place keys alike: 16 hexadecimal digits over everything that decides an owner.
     *
     * <p>That is the hash, the key encoding, the slot bits, the base and the active candidates with their weights, which count as 1 where
     * they are equal in the whole contest. Where it is equal every key has the same owner, unless two records meet in
     * one of 2^64 numbers. Where it differs the rule differs, and with it the owners; only special cases place alike
     * all the same, such as the weights 1 and 2 beside 2 and 4. Candidates that are not active, labels, constraints and
     * the epoch are not in it, and no secret can be learnt from it. Not part of {@code hrw-v1}: compare it between
     * programs of one version. O(n) when it is asked for first, then O(1).
     */
    public String fingerprint() {
        String known = fingerprint;
        if (known == null) {
            known = fingerprintOfContest();
            fingerprint = known;
        }
        return known;
    }

    private String fingerprintOfContest() {
        List<Candidate> active = active();
        double weight = active.get(0).weight();
        // A base's partitions contend with weight 1, so beside them equal weights decide unless they are 1 too.
        boolean unweighted = base == null && active.stream().allMatch(c -> c.weight() == weight);
        StringBuilder record = new StringBuilder(ALGORITHM + '\n' + hash + '\n' + slotBits + '\n' + base + '\n');
        if (keyEncoding != null) {
            record.append("key encoding ").append(keyEncoding).append('\n');
        }
        for (Candidate candidate : active) {
            // Ids are any text, so the length before them keeps two lists from reading alike.
            record.append(candidate.id().length()).append(' ').append(candidate.id());
            double counts = unweighted ? 1.0 : candidate.weight();
            record.append(' ')
                    .append(Long.toHexString(Double.doubleToLongBits(counts)))
                    .append('\n');
        }
        byte[] bytes = record.toString().getBytes(StandardCharsets.UTF_8);
        return String.format("%016x", KeyHash.xxh3(0).hash(bytes));
    }

    private static List<Candidate> sorted(Collection<Candidate> candidates) {
        List<Candidate> sorted = new ArrayList<>(candidates);
        sorted.sort((a, b) -> Utf8.ORDER.compare(a.id(), b.id()));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).id().equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException(
                        "the candidate id \"" + sorted.get(i).id() + "\" stands twice; allowed: distinct ids");
            }
        }
        return Collections.unmodifiableList(sorted);
    }

    private void checkBase() {
        if (base == null) {
            return;
        }
        if (keyEncoding != null) {
            throw new IllegalArgumentException("the key encoding " + keyEncoding + " with the base " + base
                    + "; allowed with a base: keys as they stand, which Kafka's default partitioner placed");
        }
        if (slotBits != 0) {
            throw new IllegalArgumentException(
                    "slot bits " + slotBits + " with the base " + base + "; allowed with a base: 0");
        }
        for (Candidate candidate : candidates) {
            int partition = partitionOf(candidate, base);
            if (partition < base.partitions() && candidate.weight() != 1.0) {
                throw new IllegalArgumentException("the weight " + candidate.weight() + " of partition " + partition
                        + ", which is in the base " + base + "; allowed for base partitions: 1");
            }
        }
    }

    static int partitionOf(Candidate candidate, Base base) {
        String id = candidate.id();
        boolean decimal = id.chars().allMatch(c -> c >= '0' && c <= '9') && (id.length() == 1 || id.charAt(0) != '0');
        if (decimal) {
            try {
                return Integer.parseInt(id);
            } catch (NumberFormatException e) {
                // Too large for a partition; the one message below says so.
            }
        }
        throw new IllegalArgumentException("the candidate id \"" + id + "\" with the base " + base
                + "; allowed with a base: partition numbers in decimal without leading zeros");
    }

    private void checkLabels() {
        for (Constraint constraint : constraints) {
            for (Candidate candidate : candidates) {
                if (!candidate.labels().containsKey(constraint.label())) {
                    throw new IllegalArgumentException("candidate \"" + candidate.id() + "\" has no label \""
                            + constraint.label() + "\", which the constraint \"" + constraint + "\" needs");
                }
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Topology)) {
            return false;
        }
        Topology that = (Topology) other;
        return hash.equals(that.hash)
                && keyEncoding().equals(that.keyEncoding())
                && slotBits == that.slotBits
                && base().equals(that.base())
                && candidates.equals(that.candidates)
                && constraints.equals(that.constraints)
                && epoch == that.epoch;
    }

    @Override
    public int hashCode() {
        return candidates.hashCode();
    }

    @Override
    public String toString() {
        return ALGORITHM + " " + hash + (keyEncoding == null ? "" : " keys " + keyEncoding) + " epoch " + epoch
                + " slot bits " + slotBits + (base == null ? "" : " base " + base) + " " + candidates;
    }

    /** Collects the fields of a topology. Not thread-safe. */
    public static final class Builder {
        private KeyHash hash = KeyHash.xxh3(0);
        private @Nullable String keyEncoding;
        private int slotBits;
        private @Nullable Base base;
        private final List<Candidate> candidates = new ArrayList<>();
        private final List<Constraint> constraints = new ArrayList<>();
        private long epoch;

        private Builder() {}

        /** The hash of keys and ids; XXH3 with seed 0 by default. */
        public Builder hash(KeyHash hash) {
            this.hash = hash;
            return this;
        }

        /**
         * How a key becomes the bytes that are hashed; by default they are the serialized key's as they stand. Not with a
         * base. Never change it while a topic lives.
         *
         * @param name with all that decides the bytes, such as {@code avro-canonical:fc43f652941a2545}: 1 to 200 visible
         *     ASCII characters
         */
        public Builder keyEncoding(String name) {
            if (!name.matches("[!-~]{1,200}")) {
                throw new IllegalArgumentException("the key encoding \"" + name.replaceAll("[^ -~]", "?")
                        + "\" is not a name; allowed: 1 to 200 visible ASCII characters");
            }
            this.keyEncoding = name;
            return this;
        }

        /**
         * Groups the keys in 2^bits slots that are ranked in their place. Never change it while a topic lives.
         *
         * @param bits 0 (the default: no slots) to {@value Topology#MAX_SLOT_BITS}
         */
        public Builder slotBits(int bits) {
            if (bits < 0 || bits > MAX_SLOT_BITS) {
                throw new IllegalArgumentException(
                        "slot bits " + bits + " are out of range; allowed: 0 (no slots) to " + MAX_SLOT_BITS);
            }
            this.slotBits = bits;
            return this;
        }

        /** The placement that the keys have already; none by default. */
        public Builder base(Base base) {
            this.base = base;
            return this;
        }

        /** One candidate more. */
        public Builder candidate(Candidate candidate) {
            candidates.add(candidate);
            return this;
        }

        /** These candidates in place of those named so far. */
        public Builder candidates(Collection<Candidate> all) {
            candidates.clear();
            candidates.addAll(all);
            return this;
        }

        /** These constraints in place of those named so far, the most important first; the last is given up first. */
        public Builder constraints(Constraint... all) {
            constraints.clear();
            constraints.addAll(Arrays.asList(all));
            return this;
        }

        /** Which change of the topic this is, 0 or above; 0 by default. */
        public Builder epoch(long epoch) {
            if (epoch < 0) {
                throw new IllegalArgumentException("the epoch " + epoch + " is negative; allowed: 0 and above");
            }
            this.epoch = epoch;
            return this;
        }

        /**
         * The topology.
         *
         * @throws IllegalArgumentException if no candidate is active, an id stands twice, a base goes with slot bits, with a key encoding,
         *     with an id that is not a partition number or with a base partition whose weight is not 1, or a candidate
         *     lacks a label that a constraint needs; one line that names the value and what is allowed
         */
        public Topology build() {
            return new Topology(this);
        }
    }
}
