package io.keystead.kafka.topology;

/** A listed key: its bytes on the wire and over how many of its best-ranked candidates it is spread. Immutable. */
public final class HotKey {
    private final byte[] key;
    private final int fanOut;

    HotKey(byte[] key, int fanOut) {
        this.key = key;
        this.fanOut = fanOut;
    }

    /** A copy of the key's bytes. */
    public byte[] key() {
        return key.clone();
    }

    /** 2 or above; where fewer candidates are active, all of them are meant. */
    public int fanOut() {
        return fanOut;
    }

    /** As in the file: fan-out, format, key. */
    @Override
    public String toString() {
        return fanOut + " " + KeySpelling.of(key);
    }
}
