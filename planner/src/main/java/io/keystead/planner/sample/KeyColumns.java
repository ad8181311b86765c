package io.keystead.planner.sample;

/**
 * Under which names a file with columns has what is to be read. It must have the first; without the second bytes are not
 * known, and without the third each row is a record.
 *
 * @param key the key
 * @param bytes how many bytes the key's records have together
 * @param count how many records these are
 */
public record KeyColumns(String key, String bytes, String count) {
    /** {@code key}, {@code bytes} and {@code count}. */
    public static KeyColumns standard() {
        return new KeyColumns("key", "bytes", "count");
    }
}
