package io.keystead.cli.topic;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Takes the records of a scan, in one thread. */
public interface RecordSink {
    /**
     * Takes a record. Its value is not there, but its size is.
     *
     * @throws io.keystead.cli.BadInput if the scan cannot go on
     */
    void add(ConsumerRecord<byte[], @Nullable Void> record);

    /** A number that tells somebody who waits what has come of it so far; 0 where there is none. */
    default long noted() {
        return 0;
    }
}
