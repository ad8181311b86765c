package io.keystead.planner.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CostsTest {
    /** A placement that writes down its name when it comes up after another. */
    private static KeyPlacement telling(String name, List<String> turns) {
        KeyPlacement real = Scheme.named(name).place(EvaluationTest.partitions(3));
        return (KeyPlacement) Proxy.newProxyInstance(
                KeyPlacement.class.getClassLoader(),
                new Class<?>[] {KeyPlacement.class},
                (proxy, method, arguments) -> {
                    if (turns.isEmpty() || !turns.get(turns.size() - 1).equals(name)) {
                        turns.add(name);
                    }
                    return method.invoke(real, arguments);
                });
    }

    @Test
    void every_placement_comes_up_before_the_first_is_measured() {
        List<String> turns = new ArrayList<>();
        List<KeyPlacement> placements = Stream.of("modulo", "hrw", "jump")
                .map(name -> telling(name, turns))
                .toList();
        double[] nanos = new Costs(Keys.orders(100), Duration.ofMillis(1), 1).lookupNanos(placements);
        assertThat(turns).containsExactly("modulo", "hrw", "jump", "modulo", "hrw", "jump");
        assertThat(nanos).hasSize(3).doesNotContain(0);
    }
}
