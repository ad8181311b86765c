package io.keystead.compat.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/security.md shows a loop that is not to be shipped, and says how uneven its shares are. */
class TextbookLoopTest {
    private static final int NODES = 12;
    private static final int KEYS = 40_000;

    @Test
    void theSharesThatThePageTellsAreThoseOfTheLoop() throws IOException {
        int[] loads = new int[NODES];
        for (int key = 0; key < KEYS; key++) {
            loads[owner("order-" + key)]++;
        }
        assertThat(Files.readString(Built.file("docs/security.md")))
                .contains(String.format(
                        Locale.ROOT,
                        "`node-11` gets %.2f times its share of 40,000 keys, `order-0` and on, and `node-4` %.2f times",
                        timesItsShare(loads[11]),
                        timesItsShare(loads[4])));
    }

    private static double timesItsShare(int load) {
        return (double) load * NODES / KEYS;
    }

    private static int owner(String key) {
        int owner = 0;
        long best = Long.MIN_VALUE;
        for (int node = 0; node < NODES; node++) {
            long score = fnv1a(key + "#node-" + node);
            if (score > best) {
                best = score;
                owner = node;
            }
        }
        return owner;
    }

    private static long fnv1a(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
