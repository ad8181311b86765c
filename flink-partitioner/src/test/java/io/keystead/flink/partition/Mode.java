package io.keystead.flink.partition;

import io.keystead.hrw.Base;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One rule of placement, as options of the partitioner and as properties of a producer. */
enum Mode {
    PLAIN {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder);
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            return Map.of();
        }
    },
    WEIGHTED {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder).withWeights(Map.of(partitions - 1, 2.5));
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            return Map.of("keystead.weights", (partitions - 1) + ":2.5");
        }
    },
    SLOTTED {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder).withSlotBits(10);
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            return Map.of("keystead.slot.bits", "10");
        }
    },
    BASED {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder).withBase(Base.murmur2(filled(partitions)));
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            return Map.of("keystead.base", "murmur2/" + filled(partitions));
        }

        private int filled(int partitions) {
            return Math.max(1, partitions - 2);
        }
    },
    /** Weights, slots and a seed above 2^63 together. */
    SEEDED {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder)
                    .withSeed(0x9000000000000007L)
                    .withSlotBits(8)
                    .withWeights(Map.of(0, 0.25));
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            return Map.of(
                    "keystead.seed", "0x9000000000000007",
                    "keystead.slot.bits", "8",
                    "keystead.weights", "0:0.25");
        }
    },
    SECRET {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder).withSecret(secret());
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            try {
                Path file = Files.write(directory.resolve("secret"), secret());
                return Map.of("keystead.hash", "siphash-2-4", "keystead.secret.file", file.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    /** All but the first, where there is another. */
    PINNED {
        @Override
        <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions) {
            return HrwPartitioner.of(encoder).withPartitions(pinned(partitions));
        }

        @Override
        Map<String, String> properties(int partitions, Path directory) {
            Set<Integer> pinned = pinned(partitions);
            return Map.of(
                    "keystead.partitions",
                    String.join(",", pinned.stream().map(String::valueOf).toList()));
        }

        private Set<Integer> pinned(int partitions) {
            Set<Integer> pinned = new TreeSet<>(Set.of(partitions - 1));
            for (int partition = 1; partition < partitions; partition++) {
                pinned.add(partition);
            }
            return pinned;
        }
    };

    static byte[] secret() {
        byte[] secret = new byte[16];
        for (int i = 0; i < secret.length; i++) {
            secret[i] = (byte) (0xa0 + i);
        }
        return secret;
    }

    /** The partitioner that agrees with a producer of {@link #properties}. */
    abstract <K> HrwPartitioner<K> partitioner(KeyEncoder<K> encoder, int partitions);

    /** What a producer is given. */
    abstract Map<String, String> properties(int partitions, Path directory);
}
