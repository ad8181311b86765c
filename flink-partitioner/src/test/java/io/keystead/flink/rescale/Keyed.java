package io.keystead.flink.rescale;

import io.keystead.flink.HrwKeyedStream;
import io.keystead.flink.HrwStreams;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The one place that says how the streams of the jobs are keyed. */
final class Keyed {
    private Keyed() {}

    static HrwKeyedStream<Event, String> by(DataStream<Event> stream) {
        return HrwStreams.keyBy(stream, event -> event.key);
    }
}
