package com.example.mirror;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/** A transform that drops the partition of a record, so that the producer's partitioner is asked for one. */
public final class AnyPartition implements Transformation<SourceRecord> {
    @Override
    public SourceRecord apply(SourceRecord record) {
        return record.newRecord(
                record.topic(),
                null,
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                record.timestamp(),
                record.headers());
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
