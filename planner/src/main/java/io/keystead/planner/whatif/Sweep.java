package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import java.util.function.LongConsumer;

/** Goes through a part of a sample and counts. */
final class Sweep {
    private final KeySample sample;
    private final Totals totals;
    private final Owners today;
    private final Members members;
    private final Chunks chunks;

    Sweep(KeySample sample, Totals totals, Owners today, Members members, Chunks chunks) {
        this.sample = sample;
        this.totals = totals;
        this.today = today;
        this.members = members;
        this.chunks = chunks;
    }

    /**
     * Counts the keys of a part.
     *
     * @param inOrder whether keys must be asked for one after the other
     * @param progress is told of each so many keys more; from several threads
     */
    Count count(Part part, Owners before, Owners after, boolean inOrder, LongConsumer progress) {
        Tally heavy = new Tally(members);
        Tally certain = new Tally(members);
        Tally drawn = new Tally(members);
        chunks.each(
                        part.size(),
                        inOrder,
                        () -> new Tally[] {new Tally(members), new Tally(members), new Tally(members)},
                        (tallies, start, end) -> count(part, start, end, before, after, tallies),
                        progress)
                .forEach(tallies -> {
                    heavy.addAll(tallies[0]);
                    certain.addAll(tallies[1]);
                    drawn.addAll(tallies[2]);
                });
        return new Count(heavy, certain, drawn, part.rest(), totals);
    }

    private void count(Part part, int start, int end, Owners before, Owners after, Tally[] tallies) {
        for (int place = start; place < end; place++) {
            int key = part.index(place);
            int tally = sample.isHeavy(key) ? 0 : part.isCertain(place) ? 1 : 2;
            tallies[tally].add(
                    today.owner(key), before.owner(key), after.owner(key), sample.bytes(key), sample.records(key));
        }
    }
}
