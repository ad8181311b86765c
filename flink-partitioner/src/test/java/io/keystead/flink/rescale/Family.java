package io.keystead.flink.rescale;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Some keyed operators, and what a plain program computes from the same events. */
interface Family extends Serializable {
    /**
     * Adds the operators to a job.
     *
     * @param events with a watermark before each, from one subtask
     * @param parallelism of the keyed operators
     */
    List<DataStream<Result>> attach(DataStream<Event> events, int parallelism);

    /** The results at the end, by operator and id. */
    Expected expected();

    /**
     * Operators that wait for the clock on the wall: what they put out depends on it, but the last of a key's running
     * totals is the number of its events, the run's last event left out.
     */
    Set<String> tallied();
}
