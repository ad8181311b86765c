package io.keystead.planner.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.hash.KeyHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticKeysTest {
    private static final int SIGMAS = 6;

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipf:1.1", "sequential", "uuid", "order"})
    void kinds_are_spelled_as_they_are_shown_and_a_seed_gives_the_same_keys_again(String text) {
        SyntheticKeys keys = SyntheticKeys.parse(text);
        assertThat(keys).hasToString(text);
        KeySample one = keys.sample(10_000, 1_000, 42, more -> {});
        KeySample other = keys.sample(10_000, 1_000, 42, more -> {});
        assertThat(hashes(one)).isEqualTo(hashes(other)).hasSize(1_000);
        assertThat(hashes(keys.sample(10_000, 1_000, 43, more -> {}))).isNotEqualTo(hashes(one));
    }

    @Test
    void what_is_no_kind_is_refused() {
        assertThatThrownBy(() -> SyntheticKeys.parse("zipf"))
                .hasMessage(
                        "\"zipf\" are no keys; allowed: uniform, zipf:EXPONENT such as zipf:1.1, sequential, uuid, order");
        assertThatThrownBy(() -> SyntheticKeys.parse("zipf:0"))
                .hasMessageStartingWith("\"zipf:0\" has no exponent above 0 and up to 10; allowed:");
        assertThatThrownBy(() -> SyntheticKeys.parse("zipf:NaN"))
                .hasMessageStartingWith("\"zipf:NaN\" has no exponent");
        assertThatThrownBy(() -> SyntheticKeys.parse("zipf:x")).hasMessageStartingWith("\"zipf:x\" has no exponent");
        assertThatThrownBy(() -> SyntheticKeys.parse("order").sample(1L << 31, 10, 0, more -> {}))
                .hasMessage("2147483648 keys are out of range; allowed: 1 to 2147483647");
    }

    @Test
    void all_numbers_are_there_where_all_may_be() {
        Set<Long> orders = new HashSet<>();
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            orders.add(KeyHash.xxh3(0).hash(("order-" + i).getBytes(StandardCharsets.UTF_8)));
            numbers.add(KeyHash.xxh3(0).hash(ByteBuffer.allocate(8).putLong(i).array()));
        }
        KeySample sample = SyntheticKeys.parse("order").sample(1_000, 1_000, 1, more -> {});
        assertThat(hashes(sample)).isEqualTo(orders);
        assertThat(sample.summary().source()).isEqualTo("1,000 order keys");
        assertThat(sample.summary().isPart()).isFalse();
        assertThat(sample.summary().hottest()).isEmpty();
        assertThat(hashes(SyntheticKeys.parse("sequential").sample(1_000, 2_000, 1, more -> {})))
                .isEqualTo(numbers);
    }

    @Test
    void of_many_numbers_each_has_the_same_chance() {
        long seed = System.nanoTime();
        int count = 50;
        int most = 20;
        int rounds = 4_000;
        Map<Long, Integer> drawn = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            KeySample sample = SyntheticKeys.parse("order").sample(count, most, seed + round, more -> {});
            assertThat(sample.size()).isEqualTo(most);
            hashes(sample).forEach(hash -> drawn.merge(hash, 1, Integer::sum));
        }
        double p = (double) most / count;
        double deviation = Math.sqrt(rounds * p * (1 - p));
        assertThat(drawn).as("seed %d", seed).hasSize(count);
        assertThat(drawn.values())
                .as("seed %d", seed)
                .allSatisfy(times -> assertThat((double) times).isCloseTo(rounds * p, within(SIGMAS * deviation)));
    }

    @Test
    void a_billion_keys_are_a_sample_that_knows_of_how_many() {
        for (String text : new String[] {"order", "uniform", "sequential", "uuid"}) {
            AtomicLong made = new AtomicLong();
            SyntheticKeys keys = SyntheticKeys.parse(text);
            KeySample sample = keys.sample(1_000_000_000, 100_000, 1, made::addAndGet);
            assertThat(sample.size()).isEqualTo(100_000);
            assertThat(sample.summary().population()).isEqualTo(1_000_000_000);
            assertThat(sample.standsFor(7)).isEqualTo(10_000);
            assertThat(made).hasValue(100_000).hasValue(keys.steps(1_000_000_000, 100_000));
        }
    }

    @Test
    void records_of_zipf_s_keys_decrease_as_the_law_says() {
        long seed = System.nanoTime();
        int count = 300_000;
        double exponent = 1.1;
        KeySample sample = SyntheticKeys.parse("zipf:1.1").sample(count, count, seed, more -> {});

        double harmonic = 0;
        for (int rank = count; rank >= 1; rank--) {
            harmonic += Math.pow(rank, -exponent);
        }
        Map<Long, Long> records = new HashMap<>();
        for (int i = 0; i < sample.size(); i++) {
            records.put(sample.hash(i), sample.records(i));
        }
        assertThat(sample.summary().records()).isEqualTo(count);
        assertThat(sample.summary().source()).isEqualTo("300,000 records of 300,000 zipf:1.1 keys");
        for (int rank = 1; rank <= 20; rank++) {
            double p = Math.pow(rank, -exponent) / harmonic;
            long seen = records.getOrDefault(
                    KeyHash.xxh3(0).hash(("order-" + (rank - 1)).getBytes(StandardCharsets.UTF_8)), 0L);
            assertThat((double) seen)
                    .as("rank %d, seed %d", rank, seed)
                    .isCloseTo(count * p, within(SIGMAS * Math.sqrt(count * p * (1 - p))));
        }
        assertThat(sample.summary().hottest().get(0).key()).isEqualTo("order-0");
        assertThat(sample.summary().population()).isEqualTo(count);
        assertThat(sample.summary().isPart()).isTrue();
        assertThat(sample.isHeavy(0)).isNotEqualTo(sample.standsFor(0) > 1);
    }

    private static Set<Long> hashes(KeySample sample) {
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < sample.size(); i++) {
            hashes.add(sample.hash(i));
        }
        return hashes;
    }
}
