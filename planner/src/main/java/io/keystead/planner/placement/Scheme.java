package io.keystead.planner.placement;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An algorithm with what must be said of it beside the candidates: {@code hrw}, {@code jump}, {@code hrw murmur2/12}.
 *
 * @param algorithm the algorithm
 * @param base for {@link Algorithm#HRW} the number of partitions when murmur2 placed the keys; empty without a base
 */
public record Scheme(Algorithm algorithm, OptionalInt base) {
    private static final Pattern BASED = Pattern.compile("(?:hrw )?murmur2/([0-9]{1,7})");

    /** @throws IllegalArgumentException if there is a base that is out of range, or of another algorithm */
    public Scheme {
        if (base.isPresent()) {
            Base.murmur2(base.getAsInt());
            if (algorithm != Algorithm.HRW) {
                throw new IllegalArgumentException(
                        "the base murmur2/" + base.getAsInt() + " for " + algorithm + "; allowed: for hrw");
            }
        }
    }

    /** The algorithm with no base. */
    public static Scheme of(Algorithm algorithm) {
        return new Scheme(algorithm, OptionalInt.empty());
    }

    /** {@code hrw} for a topic that murmur2 filled when it had so many partitions. */
    public static Scheme based(int partitions) {
        return new Scheme(Algorithm.HRW, OptionalInt.of(partitions));
    }

    /**
     * The scheme of this name: an algorithm's, or {@code hrw murmur2/12}, of which {@code murmur2/12} is enough.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Scheme named(String name) {
        Matcher based = BASED.matcher(name);
        if (based.matches()) {
            return based(Integer.parseInt(based.group(1)));
        }
        return Arrays.stream(Algorithm.values())
                .filter(algorithm -> algorithm.toString().equals(name))
                .findFirst()
                .map(Scheme::of)
                .orElseThrow(() -> new IllegalArgumentException("there is no algorithm \"" + name + "\"; allowed: "
                        + Arrays.stream(Algorithm.values())
                                .map(Algorithm::toString)
                                .collect(Collectors.joining(", "))
                        + ", hrw murmur2/N"));
    }

    /** What is promised of every key. */
    public Set<Guarantee> guarantees() {
        return algorithm.guarantees();
    }

    /**
     * The placement of these candidates, with default parameters.
     *
     * @throws IllegalArgumentException if the scheme cannot place them; the message says why and what is allowed
     */
    public KeyPlacement place(List<Candidate> candidates) {
        return base.isPresent() ? new BasedHrw(candidates, base.getAsInt()) : algorithm.place(candidates);
    }

    /**
     * The placement of these candidates in which there is room for a change: where an algorithm must be told how far it may
     * grow it is told this one.
     *
     * @param next the candidates after the change
     */
    public KeyPlacement placeFor(List<Candidate> candidates, List<Candidate> next) {
        return switch (algorithm) {
            case ANCHOR -> Anchor.roomFor(candidates, next);
            case DX -> Dx.roomFor(candidates, next);
            case BOUNDED_JUMPS -> BoundedLoads.roomFor(candidates, next);
            default -> place(candidates);
        };
    }

    /** The name, by which it is found again. */
    @Override
    public String toString() {
        return algorithm + (base.isPresent() ? " murmur2/" + base.getAsInt() : "");
    }
}
