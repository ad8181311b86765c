package io.keystead.hrw.text;

import io.keystead.hrw.Base;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the fields of a topology as people write them.
 *
 * <p>Every method refuses bad text by an {@link IllegalArgumentException} whose message, one line, names the part that
 * is wrong and what is allowed; the caller adds where the text came from. Spaces around parts are ignored. Stateless.
 */
public final class TopologyText {
    /** The most partitions that one list may name; a typing error should not take the heap. */
    public static final int MAX_PARTITIONS = Base.MAX_PARTITIONS;

    private static final Pattern RANGE = Pattern.compile("(\\d{1,10})(?:\\s*-\\s*(\\d{1,10}))?");
    /** Stricter than Java, which takes 1d, 0x1p3 and digits of other scripts: other languages read these texts too. */
    private static final Pattern WEIGHT = Pattern.compile("-?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    private static final Pattern SEED = Pattern.compile("\\d+|0x[0-9a-fA-F]{1,16}");
    private static final String RANGE_ALLOWED =
            "allowed: partition numbers and ranges such as 0-11,14, each once, at most " + MAX_PARTITIONS + " in all";
    private static final String WEIGHT_ALLOWED =
            "allowed: partitions with weights from 1e-6 to 1e6 such as 0-7:1,8-11:2.5";

    private TopologyText() {}

    /** Partition numbers, for example {@code 0-11,14}; at least one, each once. */
    public static NavigableSet<Integer> partitions(String text) {
        NavigableSet<Integer> partitions = new TreeSet<>();
        for (String part : parts(text, RANGE_ALLOWED)) {
            for (int partition : range(part, MAX_PARTITIONS - partitions.size())) {
                if (!partitions.add(partition)) {
                    throw new IllegalArgumentException(
                            "partition " + partition + " stands twice in \"" + text + "\"; " + RANGE_ALLOWED);
                }
            }
        }
        return Collections.unmodifiableNavigableSet(partitions);
    }

    /** Weights by partition, for example {@code 0-7:1,8-11:2.5}; the candidates check their range. */
    public static NavigableMap<Integer, Double> weights(String text) {
        NavigableMap<Integer, Double> weights = new TreeMap<>();
        for (String part : parts(text, WEIGHT_ALLOWED)) {
            int colon = part.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("\"" + part + "\" has no weight; " + WEIGHT_ALLOWED);
            }
            double weight = weight(part, part.substring(colon + 1).trim());
            String range = part.substring(0, colon).trim();
            for (int partition : range(range, MAX_PARTITIONS - weights.size())) {
                if (weights.put(partition, weight) != null) {
                    throw new IllegalArgumentException(
                            "partition " + partition + " stands twice in \"" + text + "\"; " + WEIGHT_ALLOWED);
                }
            }
        }
        return Collections.unmodifiableNavigableMap(weights);
    }

    /** A base, for example {@code murmur2/12}. */
    public static Base base(String text) {
        Matcher matcher = Pattern.compile("murmur2/(\\d{1,9})").matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a base; allowed: murmur2/n, where n is the number"
                            + " of partitions that Kafka's default partitioner filled, for example murmur2/12");
        }
        return Base.murmur2(Integer.parseInt(matcher.group(1)));
    }

    /** An unsigned 64-bit seed, decimal or, after {@code 0x}, hexadecimal. */
    public static long seed(String text) {
        String trimmed = text.trim();
        if (SEED.matcher(trimmed).matches()) {
            try {
                return trimmed.startsWith("0x")
                        ? Long.parseUnsignedLong(trimmed.substring(2), 16)
                        : Long.parseUnsignedLong(trimmed);
            } catch (NumberFormatException e) {
                // Above 2^64 - 1; the one message below says so.
            }
        }
        throw new IllegalArgumentException("\"" + text
                + "\" is not a seed; allowed: 0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits");
    }

    private static List<String> parts(String text, String allowed) {
        List<String> parts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (part.isBlank()) {
                throw new IllegalArgumentException("\"" + text + "\" has an empty part; " + allowed);
            }
            parts.add(part.trim());
        }
        return parts;
    }

    private static List<Integer> range(String part, int room) {
        Matcher matcher = RANGE.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + part + "\" is not a partition or a range; " + RANGE_ALLOWED);
        }
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
        if (last < first || last > Integer.MAX_VALUE || last - first >= room) {
            throw new IllegalArgumentException("the range \"" + part + "\" is "
                    + (last < first ? "upside down" : "too large") + "; " + RANGE_ALLOWED);
        }
        List<Integer> range = new ArrayList<>();
        for (long partition = first; partition <= last; partition++) {
            range.add((int) partition);
        }
        return range;
    }

    private static double weight(String part, String text) {
        if (!WEIGHT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "the weight \"" + text + "\" in \"" + part + "\" is not a number; " + WEIGHT_ALLOWED);
        }
        return Double.parseDouble(text);
    }
}
