package io.keystead.cli.verify;

import io.keystead.avro.AvroKeyException;
import io.keystead.cli.BadInput;
import io.keystead.cli.topic.RecordSink;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Hands records to a tally. */
final class Verifier implements RecordSink {
    private final String clientHeader;
    private final Tally tally;

    /** @param clientHeader the name of the header that says who wrote a record */
    Verifier(String clientHeader, Tally tally) {
        this.clientHeader = clientHeader;
        this.tally = tally;
    }

    @Override
    public void add(ConsumerRecord<byte[], @Nullable Void> record) {
        Header client = record.headers().lastHeader(clientHeader);
        try {
            tally.add(client == null ? null : client.value(), record.key(), record.partition(), record.offset());
        } catch (AvroKeyException e) {
            throw new BadInput(
                    "partition " + record.partition() + ", offset " + record.offset(),
                    String.valueOf(e.getMessage()),
                    e);
        }
    }

    /** How many records lie elsewhere. */
    @Override
    public long noted() {
        return tally.wrong();
    }

    /** What it has seen. */
    Tally tally() {
        return tally;
    }
}
