package io.keystead.compat.agreement;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keys of all sorts that applications have, in an order that mixes them, and files of them. Immutable. */
final class KeySet {
    /** Part of every message about a key set: it alone makes the keys. */
    static final long SEED = 20261130;

    private static final int SIZE = 20_000;
    private static final int WITHOUT_KEY = 1_000;
    private static final int MEBIBYTE = 1 << 20;

    private final List<byte @Nullable []> keys;
    private final Path file;
    private final Path keyed;

    private KeySet(List<byte @Nullable []> keys, Path file, Path keyed) {
        this.keys = keys;
        this.file = file;
        this.keyed = keyed;
    }

    /** 20,000 records, of which 1,000 have no key, in files in this directory. */
    static KeySet in(Path directory) throws IOException {
        List<byte @Nullable []> keys = make();
        Path file = directory.resolve("keys.txt");
        Path keyed = directory.resolve("keyed.txt");
        KeyLines.write(file, keys);
        KeyLines.write(keyed, keys.stream().filter(key -> key != null).toList());
        return new KeySet(keys, file, keyed);
    }

    private static List<byte @Nullable []> make() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<byte @Nullable []> keys = new ArrayList<>(SIZE);
        keys.add(new byte[0]);
        keys.add(random(random, MEBIBYTE));
        // Hashes treat keys by their length: each length that they tell apart, and the last bytes of their blocks.
        for (int length = 1; length <= 1_100; length++) {
            keys.add(random(random, length));
        }
        for (int i = 0; keys.size() < SIZE - WITHOUT_KEY; i++) {
            keys.add(
                    switch (i % 6) {
                        case 0 -> utf8("order-" + i);
                        case 1 ->
                            ByteBuffer.allocate(Long.BYTES)
                                    .putLong(i % 2 == 0 ? i : random.nextLong())
                                    .array();
                        case 2 -> utf8(new UUID(random.nextLong(), random.nextLong()).toString());
                        case 3 ->
                            ByteBuffer.allocate(16)
                                    .putLong(random.nextLong())
                                    .putLong(random.nextLong())
                                    .array();
                        case 4 -> utf8("Schl\u00fcssel-\uD83D\uDD11-\u9375-" + i);
                        default -> random(random, 1 + random.nextInt(64));
                    });
        }
        keys.addAll(Collections.nCopies(WITHOUT_KEY, null));
        Collections.shuffle(keys, new Random(SEED));
        return keys;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] random(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    int size() {
        return keys.size();
    }

    /** How many records have no key. */
    int withoutKey() {
        return WITHOUT_KEY;
    }

    /** The key of a line; null if it has none. */
    byte @Nullable [] key(int line) {
        return keys.get(line);
    }

    /** All of them, as {@link KeyLines} writes them. */
    Path file() {
        return file;
    }

    /** Those that are keys, without the lines that say there is none. */
    Path keyed() {
        return keyed;
    }

    /** The lines of {@link #file()} that are in {@link #keyed()}, in this order. */
    int[] keyedLines() {
        return IntStream.range(0, size()).filter(line -> keys.get(line) != null).toArray();
    }

    /** What a function says of each key; -1 where there is none. */
    int[] partitions(ToIntFunction<byte[]> partition) {
        int[] partitions = new int[size()];
        for (int line = 0; line < size(); line++) {
            byte[] key = keys.get(line);
            partitions[line] = key == null ? -1 : partition.applyAsInt(key);
        }
        return partitions;
    }
}
