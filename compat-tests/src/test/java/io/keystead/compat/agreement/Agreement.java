package io.keystead.compat.agreement;

import io.keystead.compat.broker.InProcess;
import java.nio.file.Path;

/** A broker that tells partitions in a shuffled order, keys, and a topic for each plan. Not thread-safe. */
final class Agreement implements AutoCloseable {
    private final InProcess broker;
    private final KeySet keys;
    private final Round first;
    private Round now;

    private Agreement(InProcess broker, KeySet keys, Round first) {
        this.broker = broker;
        this.keys = keys;
        this.first = first;
        this.now = first;
    }

    /** @param directory for files of keys and a secret */
    static Agreement start(Path directory) throws Exception {
        InProcess broker = InProcess.start(KeySet.SEED);
        try {
            KeySet keys = KeySet.in(directory);
            Round first = Round.create(broker.bootstrapServers(), keys, Plans.PARTITIONS, Plans.in(directory));
            return new Agreement(broker, keys, first);
        } catch (Exception | Error e) {
            broker.close();
            throw e;
        }
    }

    KeySet keys() {
        return keys;
    }

    /** The topics as they are now. */
    Round now() {
        return now;
    }

    /** The topics as they were made. */
    Round first() {
        return first;
    }

    /** From here on each topic has a partition more. */
    void grow() throws Exception {
        now = first.grow(Plans.WEIGHT_OF_NEW);
    }

    InProcess broker() {
        return broker;
    }

    @Override
    public void close() {
        first.close();
        broker.close();
    }
}
