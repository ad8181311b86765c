package io.keystead.planner.sample;

/**
 * One of the keys with the most records.
 *
 * @param key as text, with escapes where its bytes are not printable UTF-8
 * @param hash its {@code hrw-v1} hash with seed 0
 * @param records how many records it has
 * @param bytes how many bytes they have
 */
public record HotKey(String key, long hash, long records, long bytes) {}
