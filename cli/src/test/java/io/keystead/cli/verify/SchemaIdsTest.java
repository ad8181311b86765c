package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SchemaIdsTest {
    private static final long SEED = 20261130;
    private static final int PARTITIONS = 12;

    @Test
    void keys_that_differ_only_in_their_id_are_found_with_their_ids() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 2000; i++) {
            add(seen, key(Integer.BYTES, 7, order(i)), true);
            if (i % 2 == 0) {
                add(seen, key(Integer.BYTES, 12, order(i)), true);
            }
        }

        assertThat(seen.found()).hasValueSatisfying(found -> {
            assertThat(found.idBytes()).isEqualTo(4);
            assertThat(found.ids()).containsExactly(7L, 12L);
            assertThat(found.keys()).isEqualTo(SchemaIds.BODIES);
            // Half of the bodies are under both, and 11 in 12 of those apart; five standard deviations of the sample's.
            assertThat(found.underSeveral()).isBetween(250 - 56, 250 + 56);
            assertThat(found.apart()).isBetween(229 - 56, found.underSeveral());
            assertThat(found.right()).isTrue();
        });
    }

    @Test
    void ids_of_eight_bytes_are_found_too() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 100; i++) {
            add(seen, key(Long.BYTES, 1 + i % 2, order(i / 2)), true);
        }

        assertThat(seen.found()).hasValueSatisfying(found -> {
            assertThat(found.idBytes()).isEqualTo(8);
            assertThat(found.ids()).containsExactly(1L, 2L);
            assertThat(found.underSeveral()).isEqualTo(50);
        });
    }

    @Test
    void one_that_is_wrong_by_its_own_bytes_is_not_called_right() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 100; i++) {
            add(seen, key(Integer.BYTES, 1 + i % 2, order(i / 2)), i != 50);
        }

        assertThat(seen.found())
                .hasValueSatisfying(found -> assertThat(found.right())
                        .as("whether order 25 is apart")
                        .isEqualTo(place(key(Integer.BYTES, 1, order(25))) == place(key(Integer.BYTES, 2, order(25)))));
    }

    @Test
    void what_threads_saw_is_joined() {
        SchemaIds all = new SchemaIds();
        SchemaIds one = new SchemaIds();
        SchemaIds other = new SchemaIds();
        for (int i = 0; i < 4000; i++) {
            byte[] key = key(Integer.BYTES, 3 + i % 2, order(i / 2));
            add(all, key, true);
            add(i % 2 == 0 ? one : other, key, true);
        }

        assertThat(one.found()).isEmpty();
        one.add(other);

        assertThat(one.found()).isEqualTo(all.found()).isPresent();
    }

    @Test
    void one_id_is_no_difference_even_where_a_key_lies_on_two_partitions() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 1000; i++) {
            byte[] key = key(Integer.BYTES, 7, order(i));
            seen.add(key, key.length, i % PARTITIONS, false);
            seen.add(key, key.length, (i + 1) % PARTITIONS, false);
        }

        assertThat(seen.found()).isEmpty();
    }

    /** The key itself has moved, so that the id is not what makes the difference. */
    @Test
    void a_key_that_lies_on_two_partitions_under_one_id_is_not_counted() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 1000; i++) {
            byte[] old = key(Integer.BYTES, 7, order(i));
            byte[] young = key(Integer.BYTES, 8, order(i));
            seen.add(old, old.length, i % PARTITIONS, true);
            seen.add(young, young.length, i % PARTITIONS, true);
            seen.add(young, young.length, (i + 1) % PARTITIONS, true);
        }

        assertThat(seen.found()).isEmpty();
    }

    @Test
    void numbers_of_eight_or_sixteen_bytes_that_begin_with_zeros_are_not_taken_for_ids() {
        SplittableRandom random = new SplittableRandom(SEED);
        SchemaIds longs = new SchemaIds();
        SchemaIds pairs = new SchemaIds();
        SchemaIds sparse = new SchemaIds();
        for (int i = 0; i < 20_000; i++) {
            // Numbers whose lower three bytes come again under a few higher ones, as an id would.
            add(
                    longs,
                    ByteBuffer.allocate(8)
                            .putLong((long) (1 + i % 3) << 24 | i / 3)
                            .array(),
                    true);
            add(
                    pairs,
                    ByteBuffer.allocate(16)
                            .putLong((1 + i % 3) << 8)
                            .putLong(i / 3)
                            .array(),
                    true);
            add(sparse, ByteBuffer.allocate(8).putLong(random.nextLong() >>> 8).array(), true);
        }

        assertThat(longs.found()).as("longs").isEmpty();
        assertThat(pairs.found()).as("pairs of longs").isEmpty();
        assertThat(sparse.found()).as("longs of any size").isEmpty();
    }

    @Test
    void many_numbers_in_place_of_ids_are_not_taken_for_ids() {
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 20_000; i++) {
            add(seen, key(Integer.BYTES, 1 + i % 40, order(i / 40)), true);
        }

        assertThat(seen.found()).isEmpty();
    }

    @Test
    void random_bytes_and_text_are_not_taken_for_ids() {
        SplittableRandom random = new SplittableRandom(SEED);
        SchemaIds seen = new SchemaIds();
        for (int i = 0; i < 100_000; i++) {
            byte[] key = new byte[random.nextInt(20)];
            random.nextBytes(key);
            add(seen, key, true);
            add(seen, order(i).getBytes(StandardCharsets.UTF_8), true);
        }

        assertThat(seen.found()).isEqualTo(Optional.empty());
    }

    private static void add(SchemaIds seen, byte[] key, boolean isRight) {
        seen.add(key, key.length, place(key), isRight);
    }

    private static int place(byte[] key) {
        return Oracle.masked(Oracle.murmur2(key), PARTITIONS);
    }

    private static byte[] key(int idBytes, int id, String body) {
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        ByteBuffer key = ByteBuffer.allocate(1 + idBytes + text.length);
        key.putInt(1 + idBytes - Integer.BYTES, id);
        key.put(1 + idBytes, text);
        return key.array();
    }

    /** As Avro writes a text: its length, twice, and its bytes. */
    private static String order(int number) {
        String text = "order-" + number;
        return (char) (2 * text.length()) + text;
    }
}
