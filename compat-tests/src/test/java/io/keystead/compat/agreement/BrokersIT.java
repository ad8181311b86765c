package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keystead.compat.broker.Broker;
import io.keystead.compat.broker.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same on brokers in this JVM, in a process of their own and in a container. */
@Tag("clients")
class BrokersIT {
    @ParameterizedTest
    @EnumSource
    void anAdoptedTopicGrowsAndItsKeysAreWhereTheyBelong(Kind kind, @TempDir Path directory) throws Exception {
        require(kind);
        KeySet keys = KeySet.in(directory);
        Plan adopted = Plan.of("adopted", "0-11").basedOn("murmur2/12");
        try (Broker broker = kind.start(directory)) {
            Round twelve = Round.create(broker.bootstrapServers(), keys, Plans.PARTITIONS, List.of(adopted));
            try {
                twelve.assertWrites(JavaWriters.PRODUCER);
                twelve.assertWrites(JavaWriters.STREAMS);
                twelve.assertVerified(adopted, 2);

                Round thirteen = twelve.grow(Plans.WEIGHT_OF_NEW);
                thirteen.assertOnlyTheNewPartitionGained(twelve);
                thirteen.assertWrites(JavaWriters.PRODUCER);
                thirteen.assertWrites(JavaWriters.STREAMS);
                thirteen.assertVerified(thirteen.plans().get(0), 2);
            } finally {
                twelve.close();
            }
        }
    }

    /** Leaves the test out where there is no such broker, or fails it where with-docker says that there is one. */
    private static void require(Kind kind) {
        String obstacle = kind.obstacle().orElse("");
        if (!obstacle.isEmpty()) {
            assertThat(System.getenv("KEYSTEAD_CONTAINER_REQUIRED"))
                    .as(obstacle)
                    .isNull();
            System.out.println("skipped: " + kind + ": " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
    }
}
