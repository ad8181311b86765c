package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.broker.InProcess;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.stats.Bound;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What must be the same in all programs: where one of a seed, the ids and the encoding of keys differs, two placements have
 * no more to do with each other than two draws, so that a key has one owner by both with probability 1/n.
 */
class RemapIT {
    private static final int LINES = 20_000;
    /** Seed, ids and encoding. */
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 3);

    private static void assertUnrelated(int[] one, int[] other) {
        long keys = Round.owned(one);
        Bound bound = Bound.binomial(keys, 1.0 / Plans.PARTITIONS);
        long equal = Round.equal(one, other);
        assertThat(bound.allows((double) equal, SIGMAS))
                .as("%s of %s keys have the same owner, expected %s", equal, keys, bound)
                .isTrue();
    }

    @Test
    void anotherSeedMovesAllButOneKeyInTwelve(@TempDir Path directory) throws Exception {
        KeySet keys = KeySet.in(directory);
        Plan plain = Plans.plain();
        Plan seeded = plain.seeded(1);
        try (InProcess broker = InProcess.start(KeySet.SEED)) {
            Round round = Round.create(broker.bootstrapServers(), keys, Plans.PARTITIONS, List.of(seeded));
            try {
                // That it lies there was seen; the rest is arithmetic.
                round.assertWrites(JavaWriters.PRODUCER);
            } finally {
                round.close();
            }
        }

        assertUnrelated(plain.owners(keys), seeded.owners(keys));
    }

    @Test
    void otherIdsMoveAllButOneKeyInTwelve(@TempDir Path directory) throws Exception {
        KeySet keys = KeySet.in(directory);
        Topology.Builder named = Topology.builder();
        for (int partition = 0; partition < Plans.PARTITIONS; partition++) {
            // As a program might that takes ids for names.
            named.candidate(Candidate.of("partition-%02d".formatted(partition)));
        }
        Placement placement = Placement.of(named.build());

        assertUnrelated(Plans.plain().owners(keys), keys.partitions(placement::owner));
    }

    @Test
    void anotherEncodingOfKeysMovesAllButOneKeyInTwelve() {
        Placement placement = Placement.of(Plans.plain().topology());
        int[] asText = new int[LINES];
        int[] asLong = new int[LINES];
        for (int number = 0; number < LINES; number++) {
            asText[number] = placement.owner(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
            asLong[number] = placement.owner(
                    ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        }

        assertUnrelated(asText, asLong);
    }
}
