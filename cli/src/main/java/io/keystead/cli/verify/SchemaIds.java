package io.keystead.cli.verify;

import io.keystead.hrw.hash.KeyHash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Looks for keys that differ only in a schema registry's id: a zero byte, the id in four or eight bytes, and the same bytes
 * after it. Every scheme that hashes the bytes on the wire puts such keys apart, each right by its own bytes.
 *
 * <p>Nothing marks such a key for certain, so it is taken for one only if few ids come with many bodies, and if keys of one
 * length are longer than one or two numbers. In memory that does not grow with the number of keys. Not thread-safe.
 */
final class SchemaIds {
    /** Of different bodies that are kept. */
    static final int BODIES = 500;
    /** More ids than a topic's key has had schemas are numbers of another kind. */
    static final int MAX_IDS = 16;
    /** Keys of one length up to this one are numbers. */
    static final int NUMBERS_BYTES = 16;

    private static final int LEAST_APART = 3;
    private static final int MAX_COPIES = 64;
    private static final KeyHash HASH = KeyHash.xxh3(0x5bf03635f0a1a1d7L);

    private final Layout four = new Layout(Integer.BYTES);
    private final Layout eight = new Layout(Long.BYTES);

    /**
     * What was found.
     *
     * @param idBytes how long the ids are: 4 or 8
     * @param ids those that were seen
     * @param keys how many bodies were looked into
     * @param underSeveral how many of them came under more than one id
     * @param apart how many of these lie on more than one partition
     * @param right whether each of these is right by its own bytes
     */
    record Found(int idBytes, NavigableSet<Long> ids, int keys, int underSeveral, int apart, boolean right) {}

    /** One record's key, the first {@code length} bytes. */
    void add(byte[] key, int length, int partition, boolean isRight) {
        if (length > 0 && key[0] == 0) {
            four.add(key, length, partition, isRight);
            eight.add(key, length, partition, isRight);
        }
    }

    /** Adds what another thread has seen. */
    void add(SchemaIds other) {
        four.add(other.four);
        eight.add(other.eight);
    }

    Optional<Found> found() {
        return four.found().or(eight::found);
    }

    /** Where a body was seen under an id. */
    private record Copy(long id, int partition) {}

    /** Ids of one length. */
    private static final class Layout {
        private final int idBytes;
        private final Sample<Map<Copy, Boolean>> bodies = new Sample<>(BODIES);
        private int shortest = Integer.MAX_VALUE;
        private int longest;

        Layout(int idBytes) {
            this.idBytes = idBytes;
        }

        void add(byte[] key, int length, int partition, boolean isRight) {
            int header = 1 + idBytes;
            if (length <= header) {
                return;
            }
            long id = 0;
            for (int i = 1; i < header; i++) {
                id = (id << Byte.SIZE) | (key[i] & 0xff);
            }
            if (id <= 0 || (idBytes == Integer.BYTES && id > Integer.MAX_VALUE)) {
                return;
            }
            shortest = Math.min(shortest, length);
            longest = Math.max(longest, length);
            long hash = HASH.hash(key, header, length - header);
            if (bodies.takes(hash)) {
                Map<Copy, Boolean> copies = bodies.add(hash, HashMap::new);
                if (copies.size() < MAX_COPIES) {
                    copies.merge(new Copy(id, partition), isRight, Boolean::logicalAnd);
                }
            }
        }

        void add(Layout other) {
            shortest = Math.min(shortest, other.shortest);
            longest = Math.max(longest, other.longest);
            other.bodies.byHash().forEach((hash, copies) -> {
                if (bodies.takes(hash)) {
                    Map<Copy, Boolean> mine = bodies.add(hash, HashMap::new);
                    copies.forEach((copy, isRight) -> mine.merge(copy, isRight, Boolean::logicalAnd));
                }
            });
        }

        Optional<Found> found() {
            NavigableSet<Long> ids = bodies.things().stream()
                    .flatMap(copies -> copies.keySet().stream())
                    .map(Copy::id)
                    .collect(Collectors.toCollection(TreeSet::new));
            long several =
                    bodies.things().stream().filter(copies -> ids(copies) > 1).count();
            List<Map<Copy, Boolean>> apart =
                    bodies.things().stream().filter(Layout::isApart).toList();
            boolean areNumbers = shortest == longest && longest <= NUMBERS_BYTES;
            if (areNumbers || ids.size() > MAX_IDS || apart.size() < LEAST_APART) {
                return Optional.empty();
            }
            boolean right = apart.stream().allMatch(copies -> !copies.containsValue(false));
            int keys = bodies.things().size();
            return Optional.of(new Found(idBytes, ids, keys, (int) several, apart.size(), right));
        }

        /** Under each id in one place, so that the id alone makes the difference, and not everywhere in the same. */
        private static boolean isApart(Map<Copy, Boolean> copies) {
            return ids(copies) == copies.size()
                    && copies.keySet().stream().map(Copy::partition).distinct().count() > 1;
        }

        private static long ids(Map<Copy, Boolean> copies) {
            return copies.keySet().stream().map(Copy::id).distinct().count();
        }
    }
}
