package io.keystead.hrw;

/**
 * Finds who wins a word: the one question of the hot path.
 *
 * <p>Implementations are thread-safe, allocate nothing per call and agree with {@link Contenders#top} to the last bit.
 */
interface Contest {
    /**
     * The index of the winner among the {@link Contenders}.
     *
     * @param keyHash the hash of the key; all 64 bits count
     */
    int winner(long keyHash);
}
