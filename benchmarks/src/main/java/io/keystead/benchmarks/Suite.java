package io.keystead.benchmarks;

import io.keystead.benchmarks.OwnerBenchmark.Placing;
import io.keystead.benchmarks.RecordBenchmark.HotKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is measured, in the order of a round, and what is promised. Immutable. */
final class Suite {
    private static final int[] SIZES = {12, 64, 256, 1000, 4096};
    /** Beyond it only what is promised there is measured. */
    private static final int USUAL = 1000;

    /** What is done for a record besides the look-up does not depend on n. */
    private static final int RECORD_SIZE = 12;

    /** The ways whose time does not grow with n. */
    private static final Set<Placing> FLAT = Set.of(Placing.HOT, Placing.CACHED, Placing.SLOTTED);

    private static final String OURS = "Keystead, ";
    private static final List<String> PEERS = List.of("kafka", "jumpBack", "guava", "ignite", "druid");

    private Suite() {}

    /** Cases that are compared stand side by side, so that little time passes between them. */
    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int n : SIZES) {
            for (String peer : PEERS) {
                if (n <= USUAL || peer.equals("kafka")) {
                    cases.add(peer(peer, n));
                }
            }
            for (Placing placing : Placing.values()) {
                if (n <= USUAL || FLAT.contains(placing)) {
                    cases.add(ours(placing, n));
                }
            }
        }
        for (HotKeys hotKeys : HotKeys.values()) {
            cases.add(record(hotKeys));
        }
        cases.addAll(List.of(unslotted(), slotted(), evolve(), oneMixPerSlot()));
        return cases;
    }

    static List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        for (int n : SIZES) {
            limits.add(Limit.timesAtMost(ours(Placing.HOT, n), 1, peer("kafka", n), false));
            // The memory that so many keys take is most of it, and no cache that proves its entries does without.
            limits.add(Limit.timesAtMost(ours(Placing.CACHED, n), 4, peer("kafka", n), false));
            limits.add(Limit.timesAtMost(ours(Placing.SLOTTED, n), 1, peer("kafka", n), false));
        }
        limits.add(Limit.timesAtMost(ours(Placing.UNCACHED, 12), 3, peer("kafka", 12), false));
        limits.add(Limit.timesAtMost(ours(Placing.UNCACHED, 64), 12, peer("kafka", 64), true));
        limits.add(Limit.timesAtMost(ours(Placing.UNCACHED, 1000), 65, peer("kafka", 1000), true));
        limits.add(Limit.fasterAtLeast(ours(Placing.UNCACHED, 1000), 3, peer("ignite", 1000), true));
        limits.add(Limit.fasterAtLeast(ours(Placing.UNCACHED, 1000), 100, peer("druid", 1000), true));
        limits.add(Limit.nanosAtMost(ours(Placing.WEIGHTED, 64), 250, true));
        limits.add(Limit.millisAtMost(unslotted(), 2));
        limits.add(Limit.millisAtMost(slotted(), 600));
        // One mix a slot and nothing that grows with the number of candidates: twice the bare loop is ample for the
        // rest.
        limits.add(Limit.timesAtMost(evolve(), 2, oneMixPerSlot(), false));
        limits.add(Limit.nanosMoreAtMost(record(HotKeys.SAMPLED), 3, record(HotKeys.IGNORED)));
        limits.add(Limit.nanosMoreAtMost(record(HotKeys.LISTED), 6, record(HotKeys.IGNORED)));
        for (Case one : cases()) {
            if (one.method().startsWith("OwnerBenchmark") || one.method().startsWith("RecordBenchmark")) {
                limits.add(Limit.allocatesNothing(one));
            }
        }
        return limits;
    }

    static Case peer(String name, int n) {
        String label = switch (name) {
            case "kafka" -> "Kafka's murmur2 % n";
            case "jumpBack" -> "hash4j JumpBack";
            case "guava" -> "Guava consistentHash";
            case "ignite" -> "Ignite's HRW";
            case "druid" -> "Druid's RendezvousHasher";
            default -> throw new IllegalArgumentException(name);
        };
        return new Case(label, "n=" + n, "PeerBenchmark." + name, Map.of("n", Integer.toString(n)));
    }

    static Case ours(Placing placing, int n) {
        return new Case(
                OURS + placing.name().toLowerCase(Locale.ROOT),
                "n=" + n,
                "OwnerBenchmark.owner",
                Map.of("placing", placing.name(), "n", Integer.toString(n)));
    }

    static Case record(HotKeys hotKeys) {
        return new Case(
                OURS + "a record, hot keys " + hotKeys.name().toLowerCase(Locale.ROOT),
                "n=" + RECORD_SIZE,
                "RecordBenchmark.partition",
                Map.of("hotKeys", hotKeys.name(), "n", Integer.toString(RECORD_SIZE)));
    }

    static Case unslotted() {
        return new Case("a new topology of 1000 candidates", "no slots", "BuildBenchmark.unslotted", Map.of());
    }

    static Case slotted() {
        return new Case("a new topology of 1000 candidates", "2^20 slots", "BuildBenchmark.slotted", Map.of());
    }

    static Case evolve() {
        return new Case("candidate 1001", "2^20 slots", "BuildBenchmark.evolve", Map.of());
    }

    static Case oneMixPerSlot() {
        return new Case("a bare loop of one mix a slot", "2^20 slots", "BuildBenchmark.oneMixPerSlot", Map.of());
    }
}
