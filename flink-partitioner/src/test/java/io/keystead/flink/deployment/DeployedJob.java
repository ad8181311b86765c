package io.keystead.flink.deployment;

import io.keystead.flink.HrwStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * The job of a user: counts the numbers 0 to {@code events - 1} by key and adds them up, and notes what it saw.
 *
 * <p>Each number is a line {@code key count sum subtask} in a file of the attempt's own, whose name ends with the process
 * id. One source subtask makes the numbers, so that a key's numbers come in order and each line can be foretold.
 */
public final class DeployedJob {
    static final int KEYS = 500;

    private DeployedJob() {}

    /** {@code DIRECTORY EVENTS PER_SECOND}. */
    public static void main(String[] arguments) throws Exception {
        Path notes = Path.of(arguments[0]);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> numbers = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number,
                                Long.parseLong(arguments[1]),
                                RateLimiterStrategy.perSecond(Double.parseDouble(arguments[2])),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
        HrwStreams.keyBy(numbers, DeployedJob::key)
                .process(new Totals(notes.toString()))
                .uid("totals")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        environment.execute("totals");
    }

    static Customer key(long number) {
        Customer customer = new Customer();
        customer.number = number % KEYS;
        return customer;
    }

    /** A key of a class that only the job's jar has. */
    public static final class Customer {
        public long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Customer customer && customer.number == number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }

        @Override
        public String toString() {
            return "customer-" + number;
        }
    }

    private static final class Totals extends KeyedProcessFunction<Customer, Long, Long> {
        private static final long serialVersionUID = 1;

        private final String directory;

        private transient ValueState<Long> count;
        private transient ValueState<Long> sum;
        private transient int subtask;
        private transient OutputStream notes;

        Totals(String directory) {
            this.directory = directory;
        }

        @Override
        public void open(OpenContext context) throws IOException {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
            subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            // Not buffered: a line is in the file when its record is in the state, also when the process is killed.
            notes = Files.newOutputStream(Files.createDirectories(Path.of(directory))
                    .resolve(UUID.randomUUID() + "-" + ProcessHandle.current().pid()));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            long newCount = (count.value() == null ? 0 : count.value()) + 1;
            long newSum = (sum.value() == null ? 0 : sum.value()) + number;
            count.update(newCount);
            sum.update(newSum);
            String line = context.getCurrentKey() + " " + newCount + " " + newSum + " " + subtask + "\n";
            notes.write(line.getBytes(StandardCharsets.US_ASCII));
            out.collect(newSum);
        }

        @Override
        public void close() throws IOException {
            if (notes != null) {
                notes.close();
            }
        }
    }
}
