package io.keystead.flink.slots;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which subtask owns each slot: by {@code hrw-v1}, with the subtask's number as the candidate's id.
 *
 * <p>A slot is ranked by the hash of its decimal number (XXH3, seed 0), so owners depend on the number of slots, the
 * parallelism and this rule alone. Growing from p to p + 1 subtasks moves the slots that the newcomer wins, about
 * 1/(p + 1) of them, and no slot between old subtasks. With a slack, <i>bounded balance</i> caps what a subtask may hold,
 * and some slots beside those move.
 *
 * <p>Immutable and thread-safe. {@link #toString()} and {@link #parse(String)} are inverse to each other; that text
 * stands in savepoints.
 */
public final class SlotRule implements Serializable {
    /** Plain HRW: equal weights, no bound. */
    public static final SlotRule PLAIN = new SlotRule(new TreeMap<>(), null);

    private static final long serialVersionUID = 1;

    private static final KeyHash HASH = KeyHash.xxh3(0);

    private final SortedMap<Integer, Double> weights;
    private final @Nullable Double slack;

    private SlotRule(SortedMap<Integer, Double> weights, @Nullable Double slack) {
        this.weights = weights;
        this.slack = slack;
    }

    /**
     * The same rule with other weights: a subtask of weight 2 gets twice the slots of one with weight 1.
     *
     * @param weights by subtask; 1 for those not named. Subtasks that do not exist at some parallelism do not count there
     * @throws IllegalArgumentException if a subtask is negative or a weight not from 1e-6 to 1e6
     */
    public SlotRule withWeights(Map<Integer, Double> weights) {
        SortedMap<Integer, Double> checked = new TreeMap<>();
        weights.forEach((subtask, weight) -> {
            if (subtask < 0) {
                throw new IllegalArgumentException("the weight " + weight + " of subtask " + subtask
                        + ": no such subtask; allowed: subtasks from 0 on");
            }
            if (checked(subtask, weight) != 1.0) {
                checked.put(subtask, weight);
            }
        });
        return new SlotRule(checked, slack);
    }

    /** Candidate knows the range of weights; but here one that is left out weighs 1. */
    private static double checked(int subtask, double weight) {
        try {
            return Candidate.partition(subtask).withWeight(weight).weight();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the weight " + weight + " of subtask " + subtask + " is out of range; allowed: 1e-6 to 1e6", e);
        }
    }

    /**
     * The same rule with a bound: a subtask gets at most its share of the slots times {@code 1 + slack}, rounded up.
     *
     * @param slack 0 to {@value BoundedBalance#MAX_SLACK}; the smaller, the more slots besides the newcomer's move
     */
    public SlotRule withSlack(double slack) {
        if (!(slack >= 0 && slack <= BoundedBalance.MAX_SLACK)) {
            throw new IllegalArgumentException(
                    "the slack " + slack + " is out of range; allowed: 0 to " + BoundedBalance.MAX_SLACK);
        }
        return new SlotRule(weights, slack);
    }

    /** Whether a slot moves between old subtasks when the job is rescaled: only with a slack. */
    public boolean isBounded() {
        return slack != null;
    }

    /**
     * The owner of every slot. O(slots x parallelism).
     *
     * @param slots at least 1
     * @param parallelism at least 1
     * @return by slot, a subtask from 0 to {@code parallelism - 1}
     */
    public int[] owners(int slots, int parallelism) {
        List<Candidate> subtasks = IntStream.range(0, parallelism)
                .mapToObj(subtask -> Candidate.partition(subtask).withWeight(weights.getOrDefault(subtask, 1.0)))
                .collect(Collectors.toUnmodifiableList());
        return slack == null ? ranked(slots, subtasks) : bounded(slots, subtasks, slack);
    }

    private static int[] ranked(int slots, List<Candidate> subtasks) {
        Topology.Builder topology = Topology.builder().hash(HASH);
        subtasks.forEach(topology::candidate);
        Placement placement = Placement.of(topology.build());
        // The placement counts its candidates in the order of their ids as text: 0, 1, 10, 11, 2.
        int[] numbers = placement.active().stream()
                .mapToInt(subtask -> Integer.parseInt(subtask.id()))
                .toArray();
        int[] owners = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            owners[slot] = numbers[placement.owner(Integer.toString(slot).getBytes(StandardCharsets.US_ASCII))];
        }
        return owners;
    }

    private static int[] bounded(int slots, List<Candidate> subtasks, double slack) {
        List<String> things =
                IntStream.range(0, slots).mapToObj(Integer::toString).collect(Collectors.toUnmodifiableList());
        int[] owners = new int[slots];
        BoundedBalance.assign(HASH, things, subtasks, slack)
                .owners()
                .forEach((slot, subtask) -> owners[Integer.parseInt(slot)] = Integer.parseInt(subtask));
        return owners;
    }

    /**
     * Reads what {@link #toString()} wrote.
     *
     * @throws IllegalArgumentException if the text is not such a rule
     */
    public static SlotRule parse(String text) {
        SlotRule rule = PLAIN;
        if (text.equals("plain")) {
            return rule;
        }
        for (String part : text.split(",", -1)) {
            List<String> words = Arrays.asList(part.split("=", 2));
            if (words.get(0).equals("slack") && words.size() == 2) {
                rule = rule.withSlack(number(words.get(1), text));
            } else if (words.get(0).equals("weights") && words.size() == 2) {
                rule = rule.withWeights(weights(words.get(1), text));
            } else {
                throw notARule(text);
            }
        }
        return rule;
    }

    private static Map<Integer, Double> weights(String list, String text) {
        Map<Integer, Double> weights = new TreeMap<>();
        for (String entry : list.split("\\+", -1)) {
            String[] pair = entry.split(":", 2);
            if (pair.length != 2) {
                throw notARule(text);
            }
            weights.put(subtask(pair[0], text), number(pair[1], text));
        }
        return weights;
    }

    private static int subtask(String digits, String text) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw notARule(text);
        }
    }

    private static double number(String digits, String text) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw notARule(text);
        }
    }

    private static IllegalArgumentException notARule(String text) {
        return new IllegalArgumentException(
                "the rule \"" + text
                        + "\" cannot be read; allowed: plain, or slack=NUMBER and weights=SUBTASK:WEIGHT+... with a comma between");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SlotRule && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** {@code plain}, or for example {@code slack=0.1,weights=0:2.0+3:0.5}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (slack != null) {
            parts.add("slack=" + slack);
        }
        if (!weights.isEmpty()) {
            StringJoiner entries = new StringJoiner("+");
            weights.forEach((subtask, weight) -> entries.add(subtask + ":" + weight));
            parts.add("weights=" + entries);
        }
        return parts.isEmpty() ? "plain" : String.join(",", parts);
    }
}
