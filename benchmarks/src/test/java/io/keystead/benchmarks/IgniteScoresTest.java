package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.cluster.ClusterNode;
import org.junit.jupiter.api.Test;

class IgniteScoresTest {
    private static final int NODES = 64;

    @Test
    void the_first_node_is_the_primary_that_ignite_itself_assigns() {
        RendezvousAffinityFunction ignite = new RendezvousAffinityFunction();
        List<ClusterNode> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(node(Integer.toString(node)));
        }
        IgniteScores scores = new IgniteScores(NODES);
        long seed = 20;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            int partition = random.nextInt();
            ClusterNode primary =
                    ignite.assignPartition(partition, nodes, 0, Map.of()).get(0);
            assertThat(scores.first(partition))
                    .as("partition %d of seed %d", partition, seed)
                    .isEqualTo(nodes.indexOf(primary));
        }
    }

    /** The only thing that the assignment asks a node, where scores differ, is its id. */
    private static ClusterNode node(String id) {
        return (ClusterNode) Proxy.newProxyInstance(
                IgniteScoresTest.class.getClassLoader(), new Class<?>[] {ClusterNode.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "consistentId" -> id;
                        case "equals" -> proxy == args[0];
                        default -> throw new UnsupportedOperationException(method.toString());
                    };
                });
    }
}
