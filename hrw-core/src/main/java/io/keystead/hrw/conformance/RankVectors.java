package io.keystead.hrw.conformance;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Score;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Section {@code rank}: key hash, slot, the winner's score, and who is next. */
final class RankVectors implements Vectors {
    @Override
    public void check(Fields vector) throws StepFailed {
        KeyHash hash = vector.hash();
        int slotBits = vector.integer("slotBits", 0, Topology.MAX_SLOT_BITS);
        byte[] key = vector.bytes("key");
        String keyHash = vector.digits("keyHash", 16);
        @Nullable Integer slot = vector.integerOrNull("slot");
        List<Candidate> candidates = vector.candidates("candidates");
        long scoreOfFirst = vector.word("scoreOfFirst");
        List<String> rank = vector.texts("rank");
        vector.noOthers();
        Candidate first = first(vector, candidates, rank);

        StepFailed.compare("key hash", keyHash, Hex.word(hash.hash(key)));
        Placement placement = Placement.of(Topology.builder()
                .hash(hash)
                .slotBits(slotBits)
                .candidates(candidates)
                .build());
        OptionalInt actualSlot = placement.slot(key);
        StepFailed.compare("slot", text(slot), actualSlot.isPresent() ? text(actualSlot.getAsInt()) : text(null));

        List<Bid> bids = placement.top(key, rank.size());
        long rankHash = actualSlot.isPresent()
                ? hash.hash(Utf8.encode(Integer.toString(actualSlot.getAsInt())))
                : hash.hash(key);
        long scoreOfNamed = Score.of(rankHash, first.nodeHash(hash));
        // Where another candidate came first with this very score, it is not the score that is wrong but the order.
        if (scoreOfNamed != scoreOfFirst && bids.get(0).score() != scoreOfFirst) {
            throw new StepFailed("score", Hex.word(scoreOfFirst), Hex.word(scoreOfNamed));
        }
        List<String> ids = bids.stream().map(bid -> bid.candidate().id()).collect(Collectors.toList());
        StepFailed.compare("rank order", rank, ids);
        StepFailed.compare(
                "owner",
                first.id(),
                placement.active().get(placement.owner(key)).id());
    }

    private static Candidate first(Fields vector, List<Candidate> candidates, List<String> rank) throws StepFailed {
        if (rank.isEmpty()) {
            throw vector.malformed("rank", "at least one id", rank);
        }
        for (String id : rank) {
            if (candidates.stream().noneMatch(candidate -> candidate.id().equals(id))) {
                throw vector.malformed("rank", "the id of a candidate", id);
            }
        }
        return candidates.stream()
                .filter(candidate -> candidate.id().equals(rank.get(0)))
                .findFirst()
                .orElseThrow();
    }

    private static String text(@Nullable Integer slot) {
        return slot == null ? "none" : slot.toString();
    }
}
