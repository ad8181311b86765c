package io.keystead.planner.sample;

/** Makes a key of how it is spelled in a file. */
@FunctionalInterface
public interface KeyDecoder {
    /**
     * The key's bytes, from {@code length} bytes of text at {@code offset}.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    byte[] decode(byte[] text, int offset, int length);
}
