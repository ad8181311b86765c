package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.stats.Bound;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class SubsettingTest {
    private static final int CLIENTS = 300;
    private static final int SIZE = 10;

    /** The book's example: 300 clients, 300 backends, subsets of 10 (there of 10 %). */
    @Test
    void the_deterministic_way_gives_every_backend_as_many_clients() {
        Map<String, Integer> connections = connections(Subsetting.deterministic(Inputs.nodes(300), SIZE));
        assertThat(connections).hasSize(300);
        assertThat(connections.values()).containsOnly(CLIENTS * SIZE / 300);
    }

    @Test
    void of_backends_left_over_in_a_round_none_is_left_over_in_all_of_them() {
        Map<String, Integer> connections = connections(Subsetting.deterministic(Inputs.nodes(29), SIZE));
        assertThat(connections).hasSize(29);
        // 150 rounds of 2 subsets: each backend is left out of 9 in 29 of them.
        Bound bound = Bound.binomial(150, 20.0 / 29);
        assertThat(connections.values()).allMatch(count -> bound.allows(count, Bound.sigmasFor(1e-6, 29)));
    }

    @Test
    void the_rendezvous_way_gives_every_backend_about_as_many_clients() {
        Map<String, Integer> connections = connections(Subsetting.rendezvous(Inputs.nodes(30), SIZE));
        Bound bound = Bound.binomial(CLIENTS, SIZE / 30.0);
        assertThat(connections.values()).allMatch(count -> bound.allows(count, Bound.sigmasFor(1e-6, 30)));
    }

    @Test
    void subsets_have_the_size_and_no_backend_twice() {
        for (Subsetting subsetting : List.of(
                Subsetting.deterministic(Inputs.nodes(25), SIZE), Subsetting.rendezvous(Inputs.nodes(25), SIZE))) {
            assertThat(subsetting.size()).isEqualTo(SIZE);
            for (int client = 0; client < CLIENTS; client++) {
                assertThat(subsetting.subset(client))
                        .hasSize(SIZE)
                        .doesNotHaveDuplicates()
                        .isSubsetOf(subsetting.backends());
            }
        }
    }

    /** One backend more: a rendezvous subset changes by one at most, and a deterministic one nearly wholly. */
    @Test
    void a_new_backend_takes_one_place_of_some_subsets_by_rendezvous_and_disturbs_most_of_the_deterministic() {
        assertThat(replaced(Subsetting::rendezvous)).isLessThan(CLIENTS);
        assertThat(replaced(Subsetting::deterministic)).isGreaterThan(CLIENTS * SIZE / 4);
    }

    private static int replaced(BiFunction<List<Candidate>, Integer, Subsetting> way) {
        Subsetting before = way.apply(Inputs.nodes(30), SIZE);
        Subsetting after = way.apply(Inputs.nodes(31), SIZE);
        int replaced = 0;
        for (int client = 0; client < CLIENTS; client++) {
            Set<Candidate> gone = new HashSet<>(before.subset(client));
            gone.removeAll(after.subset(client));
            replaced += gone.size();
        }
        return replaced;
    }

    private static Map<String, Integer> connections(Subsetting subsetting) {
        Map<String, Integer> connections = new HashMap<>();
        for (int client = 0; client < CLIENTS; client++) {
            subsetting.subset(client).forEach(backend -> connections.merge(backend.id(), 1, Integer::sum));
        }
        return connections;
    }

    @Test
    void sizes_and_clients_out_of_range_are_refused() {
        assertThatThrownBy(() -> Subsetting.deterministic(Inputs.nodes(3), 4))
                .hasMessage("subsets of 4 of 3 backends; allowed: 1 to all of them");
        assertThatThrownBy(() -> Subsetting.rendezvous(Inputs.nodes(3), 0))
                .hasMessage("subsets of 0 of 3 backends; allowed: 1 to all of them");
        assertThatThrownBy(() -> Subsetting.rendezvous(Inputs.nodes(3), 2).subset(-1))
                .hasMessage("the client -1 is negative; allowed: 0 and above");
    }
}
