package io.keystead.planner.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermutationTest extends PlacementContract {
    PermutationTest() {
        super(Algorithm.PERMUTATION);
    }

    @Override
    String golden() {
        return "85c85a8310ff8c3a";
    }

    @Test
    void full_servers_are_skipped_and_the_rest_keeps_its_order() {
        Permutation servers = new Permutation(Inputs.nodes(10));
        byte[] index = "storage index 16".getBytes(US_ASCII);
        List<Candidate> all = servers.choose(index, 10, server -> true);
        Candidate full = all.get(1);

        assertThat(all).hasSize(10).doesNotHaveDuplicates();
        assertThat(all.get(0)).isEqualTo(servers.candidates().get(servers.owner(index)));
        assertThat(servers.choose(index, 3, server -> !server.equals(full)))
                .containsExactly(all.get(0), all.get(2), all.get(3));
        assertThat(servers.choose(index, 3, server -> false)).isEmpty();
    }

    /** SHA-1 of "0" and "node-0", by hand: the order is that of the hashes. */
    @Test
    void the_order_is_that_of_sha_1_over_index_and_seed() throws Exception {
        byte[] index = {'0'};
        List<String> hashes = new ArrayList<>();
        for (Candidate server : new Permutation(Inputs.nodes(10)).choose(index, 10, server -> true)) {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            hashes.add(String.format("%040x", new BigInteger(1, sha1.digest(("0" + server.id()).getBytes(US_ASCII)))));
        }
        assertThat(hashes).isSorted();
    }
}
