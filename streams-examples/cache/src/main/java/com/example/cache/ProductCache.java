package com.example.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one member remembers of products, so that it need not ask the origin for them again. Whatever it has forgotten, or never
 * had, it asks for: it is never wrong, only slow. Thread-safe.
 */
final class ProductCache {
    private final Map<String, String> remembered = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger hits = new AtomicInteger();

    String look(String product) {
        looks.incrementAndGet();
        String known = remembered.get(product);
        if (known != null) {
            hits.incrementAndGet();
            return known;
        }
        String fetched = Products.fromOrigin(product);
        remembered.put(product, fetched);
        return fetched;
    }

    /** From now on looks and hits are counted anew; what is remembered stays. */
    void count() {
        looks.set(0);
        hits.set(0);
    }

    int looks() {
        return looks.get();
    }

    int hits() {
        return hits.get();
    }
}
