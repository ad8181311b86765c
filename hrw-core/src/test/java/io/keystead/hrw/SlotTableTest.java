package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTableTest {
    /** Every table of a random history of topologies is the one made afresh, slot by slot. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void a_table_that_evolved_is_the_table_made_afresh(int slotBits) {
        Seeds.upTo(4, random -> {
            KeyHash hash = Inputs.hash(random);
            boolean unequal = random.nextBoolean();
            Topology topology = someTopology(random, hash, unequal);
            SlotTable evolved = SlotTable.of(contenders(topology), slotBits, hash);
            for (int step = 0; step < 25; step++) {
                topology = changed(random, topology, unequal);
                Contenders contenders = contenders(topology);
                evolved = evolved.evolve(contenders);
                SlotTable fresh = SlotTable.of(contenders, slotBits, hash);
                for (int slot = 0; slot < 1 << slotBits; slot++) {
                    long first = (long) slot << (64 - slotBits);
                    assertThat(evolved.winner(first))
                            .as("step %d slot %d", step, slot)
                            .isEqualTo(fresh.winner(first));
                }
            }
        });
    }

    /** Both make a table of another epoch of the same topic, and neither may use what the other remembers. */
    @Test
    void a_table_can_evolve_twice() {
        Seeds.upTo(20, random -> {
            KeyHash hash = Inputs.hash(random);
            SlotTable table = SlotTable.of(contenders(someTopology(random, hash, true)), 8, hash);
            for (int i = 0; i < 2; i++) {
                Contenders next = contenders(someTopology(random, hash, i == 0));
                SlotTable evolved = table.evolve(next);
                SlotTable fresh = SlotTable.of(next, 8, hash);
                for (long slot = 0; slot < 256; slot++) {
                    assertThat(evolved.winner(slot << 56)).isEqualTo(fresh.winner(slot << 56));
                }
            }
        });
    }

    @Test
    void a_slot_is_owned_by_the_winner_of_the_key_that_spells_its_number() {
        Seeds.upTo(3, random -> {
            Topology topology = Kind.SLOTS_AND_UNEQUAL_WEIGHTS.topology(random);
            Placement slotted = Placement.of(topology.toBuilder().slotBits(12).build());
            Placement unslotted = Placement.of(topology.toBuilder().slotBits(0).build());
            for (byte[] key : Inputs.keys(random, 20_000)) {
                int slot = slotted.slot(key).orElseThrow();
                byte[] number = Integer.toString(slot).getBytes(US_ASCII);
                assertThat(slotted.owner(key)).isEqualTo(unslotted.owner(number));
                assertThat(slotted.active().get(slotted.owner(key)))
                        .isEqualTo(slotted.rank(key).get(0).candidate());
            }
        });
    }

    /** 2^20 slots: up to seven digits, every carry. */
    @Test
    void the_hash_of_a_slot_is_that_of_its_number_in_decimal() {
        for (KeyHash hash : List.of(KeyHash.xxh3(3), KeyHash.sipHash24(new byte[16]))) {
            for (int slotBits : new int[] {1, 4, 10, 20}) {
                SlotTable table = SlotTable.of(contenders(Topology.ofPartitions(1)), slotBits, hash);
                for (int slot = 0; slot < 1 << slotBits; slot++) {
                    long expected = hash.hash(Integer.toString(slot).getBytes(US_ASCII));
                    if (table.slotHash(slot) != expected) {
                        assertThat(table.slotHash(slot)).as("slot %d", slot).isEqualTo(expected);
                    }
                }
            }
        }
    }

    @Test
    void another_hash_or_another_number_of_slots_makes_a_table_afresh() {
        Topology topology = Topology.ofPartitions(9).toBuilder().slotBits(8).build();
        Placement placement = Placement.of(topology);
        List<Topology> next = List.of(
                topology.toBuilder().hash(KeyHash.xxh3(1)).build(),
                topology.toBuilder().slotBits(9).build(),
                topology.toBuilder().slotBits(0).build(),
                topology.toBuilder().slotBits(0).base(Base.murmur2(4)).build());
        Seeds.upTo(1, random -> {
            for (Topology changed : next) {
                Placement evolved = placement.evolve(changed);
                Placement back = evolved.evolve(topology);
                Placement fresh = Placement.of(changed);
                for (byte[] key : Inputs.keys(random, 1_000)) {
                    assertThat(evolved.owner(key)).isEqualTo(fresh.owner(key));
                    assertThat(evolved.slot(key)).isEqualTo(fresh.slot(key));
                    assertThat(back.owner(key)).isEqualTo(placement.owner(key));
                }
            }
        });
    }

    private static Contenders contenders(Topology topology) {
        return new Contenders(topology.active(), topology.hash());
    }

    private static Topology someTopology(SplittableRandom random, KeyHash hash, boolean unequal) {
        Topology.Builder builder = Topology.builder().hash(hash);
        for (String id : Inputs.ids(random, 1 + random.nextInt(40))) {
            builder.candidate(Candidate.of(id).withWeight(weight(random, unequal)));
        }
        return builder.build();
    }

    /** One to three changes: a candidate more or less, another weight, another state, or all weights the same. */
    private static Topology changed(SplittableRandom random, Topology topology, boolean unequal) {
        List<Candidate> candidates = new ArrayList<>(topology.candidates());
        for (int change = random.nextInt(3); change >= 0; change--) {
            int place = random.nextInt(candidates.size());
            Candidate candidate = candidates.get(place);
            switch (random.nextInt(6)) {
                case 0, 1 ->
                    candidates.add(Candidate.of("new-" + random.nextLong()).withWeight(weight(random, unequal)));
                case 2 -> candidates.remove(place);
                case 3 -> candidates.set(place, candidate.withWeight(Inputs.weight(random)));
                case 4 -> candidates.set(place, candidate.withState(Kind.state(random)));
                default -> {
                    double all = random.nextInt(1, 4);
                    if (!unequal) {
                        candidates.replaceAll(c -> c.withWeight(all));
                    }
                }
            }
            if (candidates.stream().noneMatch(Candidate::isActive)) {
                candidates.add(Candidate.of("last-" + random.nextLong()));
            }
        }
        return topology.toBuilder().candidates(candidates).build();
    }

    private static double weight(SplittableRandom random, boolean unequal) {
        return unequal ? Inputs.weight(random) : 1.0;
    }
}
