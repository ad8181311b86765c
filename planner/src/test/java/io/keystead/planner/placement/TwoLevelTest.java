package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.cluster.ClusterNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoLevelTest extends PlacementContract {
    TwoLevelTest() {
        super(Algorithm.TWO_LEVEL);
    }

    @Override
    String golden() {
        return "eb19e62544a67a5d";
    }

    /** 1,024 partitions of 12 candidates. */
    @Override
    double spread() {
        return Math.sqrt(12.0 / TwoLevel.PARTITIONS);
    }

    private static final String HOST = "host";

    @Test
    void every_partition_has_the_primary_and_the_backups_that_ignite_assigns() {
        List<Candidate> candidates = hosts(24, 8);
        TwoLevel ours = new TwoLevel(candidates);
        RendezvousAffinityFunction ignite = new RendezvousAffinityFunction();
        List<ClusterNode> nodes = nodes(candidates);
        for (int partition = 0; partition < TwoLevel.PARTITIONS; partition++) {
            assertThat(ids(ours.assign(partition, 2, (candidate, before) -> true)))
                    .as("partition %d", partition)
                    .isEqualTo(ids(ignite.assignPartition(partition, nodes, 2, Map.of()), candidates, nodes));
        }
    }

    @Test
    void a_backup_filter_skips_whom_ignites_skips() {
        List<Candidate> candidates = hosts(24, 8);
        TwoLevel ours = new TwoLevel(candidates);
        List<ClusterNode> nodes = nodes(candidates);
        RendezvousAffinityFunction ignite = new RendezvousAffinityFunction();
        ignite.setAffinityBackupFilter((node, before) -> nodes.indexOf(node) % 2 != nodes.indexOf(before.get(0)) % 2);
        for (int partition = 0; partition < TwoLevel.PARTITIONS; partition++) {
            assertThat(ids(ours.assign(
                            partition,
                            3,
                            (candidate, before) ->
                                    candidates.indexOf(candidate) % 2 != candidates.indexOf(before.get(0)) % 2)))
                    .as("partition %d", partition)
                    .isEqualTo(ids(ignite.assignPartition(partition, nodes, 3, Map.of()), candidates, nodes));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    void neighbours_are_excluded_as_by_ignite_while_there_are_others(int hosts) {
        List<Candidate> candidates = hosts(24, hosts);
        TwoLevel ours = new TwoLevel(candidates);
        List<ClusterNode> nodes = nodes(candidates);
        Map<UUID, Collection<ClusterNode>> neighbours = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            List<ClusterNode> same = new ArrayList<>();
            for (int j = i % hosts; j < nodes.size(); j += hosts) {
                same.add(nodes.get(j));
            }
            neighbours.put(nodes.get(i).id(), same);
        }
        RendezvousAffinityFunction ignite = new RendezvousAffinityFunction(true);
        for (int partition = 0; partition < TwoLevel.PARTITIONS; partition++) {
            assertThat(ids(ours.assignApart(partition, 2, HOST)))
                    .as("partition %d on %d hosts", partition, hosts)
                    .isEqualTo(ids(ignite.assignPartition(partition, nodes, 2, neighbours), candidates, nodes));
        }
    }

    @Test
    void the_partition_of_a_key_is_ignites() {
        for (int partitions : new int[] {1, 32, 1024, 32_768}) {
            TwoLevel ours = new TwoLevel(Inputs.nodes(2), partitions);
            RendezvousAffinityFunction ignite = new RendezvousAffinityFunction(false, partitions);
            for (long key : Inputs.keys(10, 2_000)) {
                assertThat(ours.partitionOfHashCode(Long.hashCode(key)))
                        .as("key %d of %d partitions", key, partitions)
                        .isEqualTo(ignite.partition(key));
            }
        }
    }

    @Test
    void on_two_hosts_a_third_copy_goes_to_the_best_of_the_rest() {
        TwoLevel ours = new TwoLevel(hosts(24, 2));
        for (int partition = 0; partition < TwoLevel.PARTITIONS; partition++) {
            List<Candidate> ranked = ours.assign(partition, 23, (candidate, before) -> true);
            String first = ranked.get(0).labels().getOrDefault(HOST, "");
            Candidate other = ranked.stream()
                    .filter(candidate -> !first.equals(candidate.labels().get(HOST)))
                    .findFirst()
                    .orElseThrow();
            Candidate rest = ranked.get(ranked.get(1).equals(other) ? 2 : 1);
            assertThat(ours.assignApart(partition, 2, HOST)).containsExactly(ranked.get(0), other, rest);
        }
    }

    @Test
    void with_a_number_of_partitions_that_is_no_power_of_two_the_partition_is_the_remainder_without_its_sign() {
        TwoLevel ours = new TwoLevel(Inputs.nodes(2), 1_000);
        assertThat(ours.partitionOfHashCode(1_234)).isEqualTo(234);
        assertThat(ours.partitionOfHashCode(-1_234)).isEqualTo(234);
        assertThat(ours.partitionOfHashCode(Integer.MIN_VALUE)).isEqualTo(648);
    }

    @Test
    void partitions_out_of_range_and_candidates_without_a_host_are_refused() {
        assertThatThrownBy(() -> new TwoLevel(Inputs.nodes(2), 0)).hasMessage("0 partitions; allowed: 1 to 65000");
        assertThatThrownBy(() -> new TwoLevel(Inputs.nodes(2)).assignApart(0, 1, HOST))
                .hasMessageContaining("has no label \"host\", which tells its neighbours");
    }

    private static List<Candidate> hosts(int n, int hosts) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            candidates.add(Candidate.of("node-" + i).withLabel(HOST, "host-" + i % hosts));
        }
        return candidates;
    }

    private static List<ClusterNode> nodes(List<Candidate> candidates) {
        List<ClusterNode> nodes = new ArrayList<>();
        for (Candidate candidate : candidates) {
            nodes.add(node(candidate.id()));
        }
        return nodes;
    }

    /** The only things that the assignment asks a node, where scores differ, are its ids. */
    private static ClusterNode node(String consistentId) {
        UUID id = new UUID(0, consistentId.hashCode());
        return (ClusterNode) Proxy.newProxyInstance(
                TwoLevelTest.class.getClassLoader(), new Class<?>[] {ClusterNode.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "consistentId" -> consistentId;
                        case "id" -> id;
                        case "hashCode" -> id.hashCode();
                        case "equals" -> proxy == args[0];
                        case "toString" -> consistentId;
                        default -> throw new UnsupportedOperationException(method.toString());
                    };
                });
    }

    private static List<String> ids(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::id).toList();
    }

    private static List<String> ids(List<ClusterNode> assigned, List<Candidate> candidates, List<ClusterNode> nodes) {
        return assigned.stream()
                .map(node -> candidates.get(nodes.indexOf(node)).id())
                .toList();
    }
}
