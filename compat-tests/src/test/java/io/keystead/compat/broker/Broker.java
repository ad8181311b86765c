package io.keystead.compat.broker;

/** A Kafka of one broker that clients can use until it is closed. */
public interface Broker extends AutoCloseable {
    /** What topics' records may have at most: more than the key of a MiB that tests write. */
    int MAX_MESSAGE_BYTES = 4 << 20;

    /** The address that clients take. */
    String bootstrapServers();

    @Override
    void close();
}
