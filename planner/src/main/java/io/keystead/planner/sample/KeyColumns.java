package io.keystead.planner.sample;

import java.util.Optional;

/**
 * Under which names a file with columns has what is to be read. It must have the first; without the second bytes are not
 * known, and without the third each row is a record, where these are called as usual: a name of your own must be there.
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

    /**
     * A column that somebody has named, and which must therefore be there, and is not.
     *
     * @param hasBytes whether there is the second
     * @param hasCount whether there is the third
     */
    Optional<String> missing(boolean hasBytes, boolean hasCount) {
        if (!hasBytes && !bytes.equals(standard().bytes())) {
            return Optional.of(bytes);
        }
        return hasCount || count.equals(standard().count()) ? Optional.empty() : Optional.of(count);
    }
}
