package io.keystead.hrw.conformance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Section {@code bounded}: things to members under a bound on their loads. */
final class BoundedVectors implements Vectors {
    @Override
    public void check(Fields vector) throws StepFailed {
        KeyHash hash = vector.hash();
        double slack = vector.number("slack", 0, BoundedBalance.MAX_SLACK);
        List<String> things = vector.texts("things");
        List<Candidate> members = vector.candidates("members");
        Map<String, String> owners = vector.textsByText("owners");
        vector.noOthers();
        checkNames(vector, things, members, owners);

        Map<String, String> actual =
                BoundedBalance.assign(hash, things, members, slack).owners();
        for (String thing : things) {
            StepFailed.compare("bounded owner", thing + " to " + owners.get(thing), thing + " to " + actual.get(thing));
        }
    }

    private static void checkNames(
            Fields vector, List<String> things, List<Candidate> members, Map<String, String> owners) throws StepFailed {
        if (!owners.keySet().equals(new HashSet<>(things))) {
            throw vector.malformed("owners", "an owner for each of the things and for nothing else", owners.keySet());
        }
        for (String owner : owners.values()) {
            if (members.stream().noneMatch(member -> member.id().equals(owner))) {
                throw vector.malformed("owners", "the id of a member", owner);
            }
        }
    }
}
