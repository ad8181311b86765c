package io.keystead.planner.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeySampleTest {
    private static final int SIGMAS = 6;

    @Test
    void a_key_has_its_three_hashes_and_the_sums_of_its_records() {
        KeySample.Builder builder = KeySample.builder("keys", 10);
        byte[] umlaut = bytes("größe");
        builder.add(umlaut, 7);
        builder.add(bytes("xab"), 1, 2, 10, 4);
        builder.add(umlaut, 5);

        KeySample sample = builder.build();

        assertThat(sample.size()).isEqualTo(2);
        assertThat(sample.hash(0)).isEqualTo(KeyHash.xxh3(0).hash(umlaut));
        assertThat(sample.murmur2(0)).isEqualTo(Murmur2.hash(umlaut, 0, umlaut.length));
        assertThat(sample.javaHash(0)).isEqualTo("größe".hashCode());
        assertThat(sample.records(0)).isEqualTo(2);
        assertThat(sample.bytes(0)).isEqualTo(12);
        assertThat(sample.hash(1)).isEqualTo(KeyHash.xxh3(0).hash(bytes("ab")));
        assertThat(sample.javaHash(1)).isEqualTo("ab".hashCode());
        assertThat(sample.records(1)).isEqualTo(4);
        assertThat(sample.standsFor(1)).isEqualTo(1);
        SampleSummary summary = sample.summary();
        assertThat(summary.records()).isEqualTo(6);
        assertThat(summary.bytes()).isEqualTo(22);
        assertThat(summary.isPart()).isFalse();
        assertThat(summary.hottest()).extracting(HotKey::key).containsExactly("ab", "größe");
        assertThat(summary.hottestShares()).containsExactly(4 / 6.0, 1.0);
    }

    @Test
    void sums_agree_with_a_map_and_the_hottest_keys_with_a_sort() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, long[]> expected = new HashMap<>();
        KeySample.Builder builder = KeySample.builder("keys", 1 << 20);
        for (int i = 0; i < 200_000; i++) {
            // Some keys come often early and some late, so that names come and go.
            int wave = i / 20_000;
            String key = "k" + (random.nextInt(4) == 0 ? wave * 50 + random.nextInt(50) : random.nextInt(50_000));
            long size = random.nextInt(1000);
            builder.add(bytes(key), size);
            long[] sums = expected.computeIfAbsent(key, unused -> new long[2]);
            sums[0]++;
            sums[1] += size;
        }

        KeySample sample = builder.build();

        assertThat(sample.size()).as("seed %d", seed).isEqualTo(expected.size());
        Map<Long, long[]> byHash = new HashMap<>();
        expected.forEach((key, sums) -> byHash.put(KeyHash.xxh3(0).hash(bytes(key)), sums));
        for (int i = 0; i < sample.size(); i++) {
            assertThat(byHash.get(sample.hash(i))).containsExactly(sample.records(i), sample.bytes(i));
        }
        List<Long> most =
                new ArrayList<>(expected.values().stream().map(sums -> sums[0]).toList());
        most.sort(Comparator.reverseOrder());
        List<HotKey> hottest = sample.summary().hottest();
        assertThat(hottest).extracting(HotKey::records).containsExactlyElementsOf(most.subList(0, 16));
        assertThat(hottest)
                .allSatisfy(hot -> assertThat(expected.get(hot.key())).containsExactly(hot.records(), hot.bytes()));
    }

    @Test
    void a_part_of_the_keys_has_all_their_records_and_tells_how_many_there_are() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int population = 200_000;
        int most = 10_000;
        KeySample.Builder builder = KeySample.builder("keys", most);
        for (int i = 0; i < 3 * population; i++) {
            // Every key three times; the rounds lie apart, so that a key that is left out between them would show.
            builder.add(bytes("key " + seed + " " + i % population), 1 + random.nextInt(10));
        }

        KeySample sample = builder.build();

        assertThat(sample.size()).as("seed %d", seed).isEqualTo(most);
        for (int i = 0; i < most; i++) {
            assertThat(sample.records(i)).as("seed %d", seed).isEqualTo(3);
        }
        SampleSummary summary = sample.summary();
        assertThat(summary.isPart()).isTrue();
        assertThat(summary.records()).isEqualTo(3L * population);
        // The estimate from the k smallest of uniform numbers has a relative deviation of 1 / sqrt(k - 1).
        assertThat((double) summary.population() / population)
                .as("seed %d", seed)
                .isCloseTo(1, within(SIGMAS / Math.sqrt(most - 1)));
        assertThat(sample.standsFor(0) * most).isCloseTo((double) summary.population(), within(1e-3));
    }

    @Test
    void shares_of_keys_and_of_records_of_a_part_are_those_of_all() {
        long seed = System.nanoTime();
        int population = 100_000;
        int most = 5_000;
        KeySample.Builder builder = KeySample.builder("keys", most);
        for (int i = 0; i < population; i++) {
            byte[] key = bytes("key " + seed + " " + i);
            builder.add(key, 0, key.length, 1L + i % 100, 1L + i % 7);
        }

        KeySample sample = builder.build();

        // By the low bits, as by the high ones, a part must not differ from all: placements look at either.
        for (int shift : new int[] {0, 60}) {
            double keys = 0;
            double bytes = 0;
            double allBytes = 0;
            double squares = 0;
            for (int i = 0; i < most; i++) {
                boolean counts = (sample.hash(i) >>> shift & 7) < 3;
                keys += counts ? 1 : 0;
                bytes += counts ? sample.bytes(i) : 0;
                allBytes += sample.bytes(i);
                squares += (double) sample.bytes(i) * sample.bytes(i);
            }
            double p = 3 / 8.0;
            double deviation = Math.sqrt(p * (1 - p));
            assertThat(keys / most).as("seed %d", seed).isCloseTo(p, within(SIGMAS * deviation / Math.sqrt(most)));
            assertThat(bytes / allBytes)
                    .as("seed %d", seed)
                    .isCloseTo(p, within(SIGMAS * deviation * Math.sqrt(squares) / allBytes));
        }
    }

    /** Of keys that were left out too: a sample of 50 has one in forty of those that have much. */
    @Test
    void the_sum_of_squares_is_that_of_all_keys_of_the_source_but_the_heavy_ones() {
        KeySample.Builder builder = KeySample.builder("keys", 50);
        double bytes = 0;
        double records = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] key = bytes("key-" + i);
            long its = i % 100 == 0 ? 300 : 1 + i % 7;
            builder.add(key, 0, key.length, 2 * its, its);
            bytes += 4.0 * its * its;
            records += (double) its * its;
        }
        KeySample sample = builder.build();
        assertThat(IntStream.range(0, sample.size()).filter(sample::isHeavy)).isEmpty();
        assertThat(sample.squaredBytesOfOthers()).isCloseTo(bytes, within(1e-6 * bytes));
        assertThat(sample.squaredRecordsOfOthers()).isCloseTo(records, within(1e-6 * records));
    }

    /** So many that keys are thrown out and come back, each with about 20 records one by one. */
    @Test
    void the_sum_of_squares_is_that_of_all_keys_where_they_are_more_than_are_counted_too() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int most = 5_000;
        long[] records = new long[70_000];
        KeySample.Builder builder = KeySample.builder("keys", most);
        for (int i = 0; i < 20 * records.length; i++) {
            int key = random.nextInt(records.length);
            records[key]++;
            builder.add(bytes("key " + seed + " " + key), 3);
        }
        double squares = IntStream.range(0, records.length)
                .mapToDouble(key -> (double) records[key] * records[key])
                .sum();
        KeySample sample = builder.build();
        // A key's square is 420 with a deviation of 183; how many keys there are is an estimate of the same sample.
        double deviation = Math.sqrt(Math.pow(183 / 420.0, 2) + 1) / Math.sqrt(most);
        assertThat(sample.squaredRecordsOfOthers() / squares)
                .as("seed %d", seed)
                .isCloseTo(1, within(SIGMAS * deviation));
        assertThat(sample.squaredBytesOfOthers() / (9 * squares))
                .as("seed %d", seed)
                .isCloseTo(1, within(SIGMAS * deviation));
    }

    @Test
    void a_key_with_half_of_all_records_is_held_whatever_its_hash_is() {
        for (int seed = 0; seed < 20; seed++) {
            KeySample.Builder builder = KeySample.builder("keys", 1_000);
            for (int i = 0; i < 10_000; i++) {
                builder.add(bytes("key " + seed + " " + i), 10);
                builder.add(bytes("hot " + seed), 1);
            }

            KeySample sample = builder.build();

            assertThat(sample.size()).isEqualTo(1_000);
            int hot = index(sample, "hot " + seed);
            assertThat(sample.isHeavy(hot)).isTrue();
            assertThat(sample.records(hot)).isEqualTo(10_000);
            assertThat(sample.bytes(hot)).isEqualTo(10_000);
            assertThat(sample.javaHash(hot)).isEqualTo(("hot " + seed).hashCode());
            assertThat(sample.murmur2(hot))
                    .isEqualTo(Murmur2.hash(bytes("hot " + seed), 0, bytes("hot " + seed).length));
            assertThat(sample.standsFor(hot)).isEqualTo(1);
            assertThat(sample.isHeavy(hot == 0 ? 1 : 0)).isFalse();
            SampleSummary summary = sample.summary();
            assertThat(1 + 999 * sample.standsFor(hot == 0 ? 1 : 0))
                    .isCloseTo((double) summary.population(), within(1e-3));
            assertThat(summary.hottest()).extracting(HotKey::key).containsExactly("hot " + seed);
            assertThat(summary.hottest().get(0).records()).isEqualTo(10_000);
            assertThat(summary.hottestShares().get(0)).isEqualTo(0.5);
            assertThat(summary.hottestShares().get(13))
                    .isCloseTo(0.5 + 0.5 * 8191 / 10_000, within(SIGMAS * 0.5 / Math.sqrt(999)));
        }
    }

    @Test
    void a_key_with_much_of_all_bytes_is_held_though_it_has_one_record() {
        KeySample.Builder builder = KeySample.builder("keys", 1_000);
        for (int i = 0; i < 10_000; i++) {
            builder.add(bytes("key " + i), i == 7_777 ? 1_000_000 : 10);
        }
        KeySample sample = builder.build();
        int large = index(sample, "key 7777");
        assertThat(sample.isHeavy(large)).isTrue();
        assertThat(sample.bytes(large)).isEqualTo(1_000_000);
    }

    @Test
    void the_keys_with_the_most_bytes_are_named_too() {
        for (int most : new int[] {100, 10_000}) {
            KeySample.Builder builder = KeySample.builder("keys", most);
            for (int i = 0; i < 5_000; i++) {
                builder.add(bytes("key " + i), i < 20 ? 1_000_000 - i : 10);
                builder.add(bytes("key " + i % 40), 0);
            }
            SampleSummary summary = builder.build().summary();
            assertThat(summary.hottestByBytes())
                    .extracting(HotKey::key)
                    .containsExactly(IntStream.range(0, SampleSummary.MOST_HOTTEST)
                            .mapToObj(i -> "key " + i)
                            .toArray(String[]::new));
            assertThat(summary.hottestByBytes()).extracting(HotKey::records).containsOnly(126L);
        }
        KeySample.Builder noBytes = KeySample.builder("keys", 2);
        noBytes.add(bytes("a"), 0);
        assertThat(noBytes.build().summary().hottestByBytes()).isEmpty();
    }

    @Test
    void a_key_that_comes_late_among_more_keys_than_are_counted_misses_at_most_its_part() {
        KeySample.Builder builder = KeySample.builder("keys", 1_000);
        int keys = 400_000;
        int late = 300_000;
        for (int i = 0; i < keys; i++) {
            builder.add(bytes("key " + i), 0);
            if (i >= late && i % 10 == 0) {
                builder.add(bytes("hot"), 0);
            }
        }

        KeySample sample = builder.build();

        int truth = (keys - late) / 10;
        int hot = index(sample, "hot");
        assertThat(sample.isHeavy(hot)).isTrue();
        assertThat((int) sample.records(hot)).isBetween(truth - (keys + truth) / HeavyKeys.KEPT, truth);
        assertThat(sample.summary().hottest().get(0).key()).isEqualTo("hot");
        assertThat((double) sample.summary().population() / (keys + 1))
                .isCloseTo(1, within(SIGMAS / Math.sqrt(1_000 - 1)));
    }

    @Test
    void the_hottest_keys_are_those_of_the_source_after_keys_are_left_out() {
        KeySample.Builder builder = KeySample.builder("keys", 100);
        for (int i = 0; i < 40; i++) {
            add(builder, "hot " + i, 1_000);
        }
        // So many that other keys are thrown out twice, at last all with up to 1,000 that may have been missed.
        for (int i = 0; i < 250_000; i++) {
            add(builder, "key " + i, 500);
        }
        assertThat(builder.build().summary().hottest())
                .hasSize(16)
                .allSatisfy(key -> assertThat(key.key()).startsWith("hot "))
                .allSatisfy(key -> assertThat(key.records()).isEqualTo(1_000));
    }

    private static void add(KeySample.Builder builder, String key, long records) {
        builder.add(bytes(key), 0, bytes(key).length, 0, records);
    }

    private static int index(KeySample sample, String key) {
        long hash = KeyHash.xxh3(0).hash(bytes(key));
        return IntStream.range(0, sample.size())
                .filter(index -> sample.hash(index) == hash)
                .findFirst()
                .orElseThrow(() -> new AssertionError(key + " is not in the sample"));
    }

    @Test
    void what_is_no_record_is_refused() {
        KeySample.Builder builder = KeySample.builder("keys", 2);
        assertThatThrownBy(() -> builder.add(bytes("a"), -1))
                .hasMessage("-1 bytes of 1 records; allowed: 0 and above of 1 and above");
        assertThatThrownBy(() -> builder.add(bytes("a"), 0, 1, 0, 0))
                .hasMessageStartingWith("0 bytes of 0 records; allowed:");
        assertThatThrownBy(() -> KeySample.builder("keys", 1))
                .hasMessage("a sample of 1 keys is out of range; allowed: 2 to 134217728");
    }

    @Test
    void sums_stop_at_the_largest_number() {
        KeySample.Builder builder = KeySample.builder("keys", 2);
        builder.add(bytes("a"), Long.MAX_VALUE);
        builder.add(bytes("a"), 1);
        assertThat(builder.build().bytes(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void what_does_not_show_of_a_key_is_escaped() {
        assertThat(KeyText.of(bytes("größe 日本 \uD83D\uDE00"))).isEqualTo("größe 日本 \uD83D\uDE00");
        assertThat(KeyText.of(bytes("a\\b\u001b[31m\u202e"))).isEqualTo("a\\\\b\\x1b[31m\\xe2\\x80\\xae");
        assertThat(KeyText.of(new byte[] {'x', (byte) 0xff, 0, (byte) 0xc3})).isEqualTo("x\\xff\\x00\\xc3");
        assertThat(KeyText.of(bytes("a".repeat(100)))).isEqualTo("a".repeat(80) + "...");
        assertThat(KeyText.of(new byte[0])).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
