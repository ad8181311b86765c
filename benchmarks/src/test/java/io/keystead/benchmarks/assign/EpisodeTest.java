package io.keystead.benchmarks.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EpisodeTest {
    private static final Group GROUP = new Group(60, 6, 1);

    /** Partition p to the worker at p mod n: what moves can be counted by hand. */
    private static final class Modulo implements Assignor {
        @Override
        public Map<TopicPartition, String> rebalance(List<String> alive) {
            Map<TopicPartition, String> owners = new HashMap<>();
            GROUP.topics().forEach((topic, partitions) -> {
                for (int partition = 0; partition < partitions; partition++) {
                    owners.put(new TopicPartition(topic, partition), alive.get(partition % alive.size()));
                }
            });
            return owners;
        }

        @Override
        public void forget(String worker) {}

        @Override
        public long nanos() {
            return 0;
        }
    }

    @Test
    void what_modulo_moves_is_counted() {
        // Of 42 numbers in a row 6 are alike modulo 6 and 7; of the 18 after them 6.
        Outcome join = new Episode(new Modulo(), GROUP).run(Change.JOIN);

        assertThat(join.moved()).isEqualTo(48 / 60.0, within(1e-12));
        assertThat(join.elsewhere()).isEqualTo(48 / 60.0, within(1e-12));
        assertThat(join.fewest()).isEqualTo(8 / 60.0, within(1e-12));
        assertThat(new Episode(new Modulo(), GROUP).maxOverMean()).isEqualTo(1);
    }

    @Test
    void what_returns_is_moved_twice_and_not_elsewhere() {
        Outcome loss = new Episode(new Modulo(), GROUP).run(Change.RACK_LOSS);

        assertThat(loss.moved()).isGreaterThan(2 / 3.0);
        assertThat(loss.elsewhere()).isZero();
        assertThat(loss.fewest()).isEqualTo(2 / 3.0, within(1e-12));
    }

    @Test
    void kafkas_sticky_ones_move_the_fewest_possible() {
        for (String peer : List.of("Kafka sticky", "Kafka cooperative-sticky", "Kafka uniform, in the broker")) {
            for (Change change : List.of(Change.JOIN, Change.LEAVE)) {
                Outcome outcome = new Episode(peer(peer).apply(GROUP), GROUP).run(change);

                assertThat(outcome.moved()).as("%s, %s", peer, change).isEqualTo(outcome.fewest(), within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Change.class)
    void keystead_brings_every_partition_back_to_workers_that_return(Change change) {
        for (String peer : List.of("Keystead hrw", "Keystead hrw, slack 0", Peers.IN_BROKER)) {
            Outcome outcome = new Episode(peer(peer).apply(GROUP), GROUP).run(change);

            if (change.returns()) {
                assertThat(outcome.elsewhere()).as(peer).isZero();
            } else {
                assertThat(outcome.elsewhere()).as(peer).isPositive();
            }
        }
    }

    private static Function<Group, Assignor> peer(String label) {
        return Objects.requireNonNull(Peers.all().get(label));
    }
}
