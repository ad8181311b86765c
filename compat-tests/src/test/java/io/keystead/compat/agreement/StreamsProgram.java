package io.keystead.compat.agreement;

import io.keystead.kafka.streams.HrwStreams;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;

/** A program that somebody might have: an application that copies one topic to others, with the plugin's jar. */
final class StreamsProgram {
    private StreamsProgram() {}

    /** Arguments: the bootstrap address, the application's id, its directory, the input, how many records, {@link Job}s. */
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", args[0]);
        properties.put("application.id", args[1]);
        properties.put("state.dir", args[2]);
        properties.put("auto.offset.reset", "earliest");
        properties.put("producer.max.request.size", 4 << 20);
        properties.put("producer.batch.size", 2048);
        List<Job> jobs = Job.parse(args, 5);
        CountDownLatch toDo = new CountDownLatch(Integer.parseInt(args[4]));
        StreamsBuilder builder = new StreamsBuilder();
        Serde<byte[]> bytes = Serdes.ByteArray();
        KStream<byte[], byte[]> input = builder.stream(args[3], Consumed.with(bytes, bytes));
        for (Job job : jobs) {
            input.to(job.topic(), HrwStreams.of(job.properties()).produced(bytes, bytes));
        }
        input.foreach((key, value) -> toDo.countDown());
        KafkaStreams streams = new KafkaStreams(builder.build(), properties);
        streams.setUncaughtExceptionHandler(failure -> {
            failure.printStackTrace();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
        boolean done = toDo.await(90, TimeUnit.SECONDS);
        // What was sent is acknowledged before this returns.
        streams.close(Duration.ofSeconds(20));
        if (!done) {
            System.err.println(toDo.getCount() + " records were not read");
            System.exit(1);
        }
    }
}
