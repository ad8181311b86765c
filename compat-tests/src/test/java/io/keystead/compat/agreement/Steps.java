package io.keystead.compat.agreement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Score;
import io.keystead.hrw.Topology;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.OptionalInt;

/**
 * Why two programs put a key on different partitions: the first of the steps hash, slot, score and order in which their
 * answers differ.
 */
final class Steps {
    /** As many digits of a key as a message shows; a key may have a million. */
    private static final int SHOWN_BYTES = 64;

    private Steps() {}

    /**
     * What somebody computed for a key, in hexadecimal digits.
     *
     * @param slot {@code -} where there are none
     * @param score of the partition
     */
    record Answer(String partition, String hash, String slot, String score) {
        /** Of those who cannot tell. */
        static final Answer NONE = new Answer("", "", "", "");

        /** As the ports print it. */
        static Answer parse(String line) {
            String[] words = line.strip().split(" ", -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("\"" + line + "\" is not PARTITION HASH SLOT SCORE");
            }
            return new Answer(words[0], words[1], words[2], words[3]);
        }
    }

    /** What the rule says of a key on a partition. */
    static Answer of(Topology topology, byte[] key, String partition) {
        Placement placement = Placement.of(topology);
        long hash = topology.hash().hash(key);
        OptionalInt slot = placement.slot(key);
        long ranked = slot.isPresent()
                ? topology.hash().hash(Integer.toString(slot.getAsInt()).getBytes(StandardCharsets.US_ASCII))
                : hash;
        long score = Score.of(ranked, Candidate.of(partition).nodeHash(topology.hash()));
        return new Answer(
                partition,
                "%016x".formatted(hash),
                slot.isPresent() ? Integer.toHexString(slot.getAsInt()) : "-",
                "%016x".formatted(score));
    }

    /** One line about a key that somebody did not put on its owner. */
    static String disagreement(Topology topology, byte[] key, int owner, String found, Answer theirs) {
        Answer rule = of(topology, key, Integer.toString(owner));
        String line = "key %s: partition %s by the rule (hash %s, slot %s, score %s), %s by the writer"
                .formatted(hex(key), owner, rule.hash(), rule.slot(), rule.score(), found);
        if (theirs.equals(Answer.NONE)) {
            return line;
        }
        return line
                + " (hash %s, slot %s, score %s); first difference: %s"
                        .formatted(
                                theirs.hash(),
                                theirs.slot(),
                                theirs.score(),
                                firstDifference(topology, key, rule, theirs));
    }

    private static String firstDifference(Topology topology, byte[] key, Answer rule, Answer theirs) {
        if (!rule.hash().equals(theirs.hash())) {
            return "hash";
        }
        if (!rule.slot().equals(theirs.slot())) {
            return "slot";
        }
        // Of two partitions the scores differ anyhow: theirs is held against what the rule gives their partition.
        if (!of(topology, key, theirs.partition()).score().equals(theirs.score())) {
            return "score";
        }
        if (theirs.partition().equals(rule.partition())) {
            return "none, it names the owner when asked";
        }
        return topology.base().isPresent() ? "base or order" : "order";
    }

    private static String hex(byte[] key) {
        return key.length <= SHOWN_BYTES
                ? HexFormat.of().formatHex(key)
                : HexFormat.of().formatHex(key, 0, SHOWN_BYTES) + "... (" + key.length + " bytes)";
    }
}
