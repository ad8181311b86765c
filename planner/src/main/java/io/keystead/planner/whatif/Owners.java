package io.keystead.planner.whatif;

import io.keystead.planner.placement.BoundedLoads;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.sample.KeySample;
import java.util.function.LongConsumer;

/** Who owns each key of a sample, as a member's number. */
interface Owners {
    int owner(int key);

    /**
     * By a placement, each key asked for once now and remembered, in two bytes.
     *
     * @param progress is told of each so many keys more; from several threads
     */
    static Owners remembered(
            KeyPlacement placement, Members members, KeySample sample, Chunks chunks, LongConsumer progress) {
        Owners asked = by(placement, members, sample);
        char[] owners = new char[sample.size()];
        chunks.each(
                owners.length,
                placement instanceof BoundedLoads,
                () -> owners,
                (all, start, end) -> {
                    for (int key = start; key < end; key++) {
                        all[key] = (char) asked.owner(key);
                    }
                },
                progress);
        return key -> owners[key];
    }

    /** By a placement; one that counts loads is given each key that is asked for, in that order. */
    static Owners by(KeyPlacement placement, Members members, KeySample sample) {
        int[] numbers = members.of(placement);
        if (placement instanceof BoundedLoads bounded) {
            return key -> numbers[bounded.acquire(sample.hash(key))];
        }
        return key -> numbers[placement.owner(sample.hash(key), sample.murmur2(key), sample.javaHash(key))];
    }
}
