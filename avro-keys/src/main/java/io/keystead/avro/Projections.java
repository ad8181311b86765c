package io.keystead.avro;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * The projections of the writers that were met, so that a schema is parsed and resolved once. Thread-safe; a look-up takes
 * no lock.
 */
final class Projections<K> {
    /** Schemas change when people change them; an application that makes one a record must not fill the heap. */
    private static final int MOST = 1_000;

    private final ConcurrentMap<K, Projection> known = new ConcurrentHashMap<>();

    Projection get(K key, Supplier<Projection> maker) {
        Projection projection = known.get(key);
        return projection == null ? add(key, maker.get()) : projection;
    }

    /** Made outside of the map: it may take a registry's time, in which nobody else should wait. */
    private Projection add(K key, Projection made) {
        if (known.size() >= MOST) {
            known.clear();
        }
        Projection other = known.putIfAbsent(key, made);
        return other == null ? made : other;
    }
}
