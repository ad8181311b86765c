package com.example.cache;

import java.util.Collection;

/**
 * How many looks at products were answered from caches.
 *
 * @param looks of all members
 * @param hits among them
 */
record HitRate(int looks, int hits) {
    static HitRate of(Collection<ProductCache> caches) {
        return new HitRate(
                caches.stream().mapToInt(ProductCache::looks).sum(),
                caches.stream().mapToInt(ProductCache::hits).sum());
    }

    double share() {
        return (double) hits / looks;
    }

    int misses() {
        return looks - hits;
    }
}
