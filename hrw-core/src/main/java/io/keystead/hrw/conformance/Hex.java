package io.keystead.hrw.conformance;

/** Words as the vectors spell them. */
final class Hex {
    private Hex() {}

    static String word(long word) {
        return String.format("%016x", word);
    }
}
