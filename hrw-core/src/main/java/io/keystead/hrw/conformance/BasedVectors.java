package io.keystead.hrw.conformance;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.util.List;

/** Section {@code based}: owners where Kafka's default partitioner placed the keys first. */
final class BasedVectors implements Vectors {
    @Override
    public void check(Fields vector) throws StepFailed {
        KeyHash hash = vector.hash();
        byte[] key = vector.bytes("key");
        String murmur2 = vector.digits("murmur2", 8);
        Base base = vector.base("base");
        List<Candidate> active = vector.candidates("active");
        String owner = vector.text("owner");
        vector.noOthers();
        if (active.stream().noneMatch(candidate -> candidate.id().equals(owner))) {
            throw vector.malformed("owner", "the id of an active candidate", owner);
        }

        StepFailed.compare("murmur2", murmur2, String.format("%08x", Murmur2.hash(key, 0, key.length)));
        Placement placement = Placement.of(
                Topology.builder().hash(hash).base(base).candidates(active).build());
        StepFailed.compare(
                "base owner",
                owner,
                placement.active().get(placement.owner(key)).id());
        StepFailed.compare(
                "rank order", owner, placement.top(key, 1).get(0).candidate().id());
    }
}
