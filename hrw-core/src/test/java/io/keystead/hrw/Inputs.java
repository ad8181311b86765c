package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Random keys, texts and topologies. */
public final class Inputs {
    /** Where the length of the UTF-8 form, or the order of UTF-16, changes: the first code points of each kind. */
    private static final int[] PLANES = {0x01, 0x80, 0x800, 0x4e00, 0xe000, 0xfffd, 0x1_0000, 0x1_f600, 0x10_ff00};

    private Inputs() {}

    public static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A key of 0 to 40 bytes: binary, of any content. */
    public static byte[] key(SplittableRandom random) {
        return bytes(random, random.nextInt(41));
    }

    public static byte[][] keys(SplittableRandom random, int count) {
        byte[][] keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            keys[i] = key(random);
        }
        return keys;
    }

    /** The number as 8 bytes, big-endian: what Kafka's LongSerializer makes. */
    public static byte[] bigEndian(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** Well-formed text of 0 to 5 code points of all planes. */
    public static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(PLANES[random.nextInt(PLANES.length)] + random.nextInt(3));
        }
        return text.toString();
    }

    /** Distinct, non-empty ids, in no order. */
    public static List<String> ids(SplittableRandom random, int count) {
        Set<String> ids = new TreeSet<>();
        while (ids.size() < count) {
            String id = random.nextInt(3) == 0 ? text(random) : "node-" + random.nextInt(10 * count);
            if (!id.isEmpty()) {
                ids.add(id);
            }
        }
        return shuffled(random, ids);
    }

    /** A weight of 1e-6 to 1e6, even in its logarithm; the ends themselves now and then. */
    public static double weight(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> Candidate.MIN_WEIGHT;
            case 1 -> Candidate.MAX_WEIGHT;
            default -> Math.max(1e-6, Math.min(1e6, Math.pow(10, random.nextDouble(-6, 6))));
        };
    }

    public static KeyHash hash(SplittableRandom random) {
        return random.nextBoolean() ? KeyHash.xxh3(random.nextLong()) : KeyHash.sipHash24(bytes(random, 16));
    }

    public static <T> List<T> shuffled(SplittableRandom random, Iterable<T> items) {
        List<T> shuffled = new ArrayList<>();
        items.forEach(shuffled::add);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }
}
