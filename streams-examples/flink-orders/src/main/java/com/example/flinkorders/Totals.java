package com.example.flinkorders;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.harness.TopicReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the job has committed to its topic. */
final class Totals implements AutoCloseable {
    private final TopicReader reader;
    private final List<Committed> committed = new ArrayList<>();

    /** A total, and the partition that it lies in. */
    record Committed(Total total, int partition) {}

    Totals(String bootstrapServers, String topic) {
        reader = TopicReader.ofTopics(bootstrapServers, List.of(topic));
    }

    /**
     * Reads until there are so many, and no more come.
     *
     * @param job which, if it fails, ends the waiting
     * @throws IllegalStateException if there are fewer or more for too long
     */
    void await(int count, CompletableFuture<JobExecutionResult> job) throws Exception {
        boolean isThere = reader.readUntil(this::read, () -> {
            if (job.isDone()) {
                job.get();
            }
            return committed.size() == count;
        });
        if (!isThere) {
            throw new IllegalStateException(committed.size() + " totals were committed; expected: " + count);
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> entry) {
        Total total = Total.parse(OrderKeys.id(entry.key()), new String(entry.value(), UTF_8));
        committed.add(new Committed(total, entry.partition()));
    }

    /** The totals of each order, in the order in which they lie in its partition. */
    Map<String, List<Committed>> byOrder() {
        return committed.stream()
                .collect(Collectors.groupingBy(one -> one.total().id(), HashMap::new, Collectors.toList()));
    }

    @Override
    public void close() {
        reader.close();
    }
}
