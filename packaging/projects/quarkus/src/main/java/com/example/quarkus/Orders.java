package com.example.quarkus;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.reactive.messaging.kafka.Record;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** Sends a thousand records with keys to the channel orders: to the partition that its argument names, or to any. */
@QuarkusMain
public class Orders implements QuarkusApplication {
    @Channel("orders")
    @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER)
    Emitter<Record<String, String>> orders;

    @Override
    public int run(String... args) throws Exception {
        OutgoingKafkaRecordMetadata.OutgoingKafkaRecordMetadataBuilder<String> metadata = OutgoingKafkaRecordMetadata.builder();
        if (args.length > 0) {
            metadata.withPartition(Integer.parseInt(args[0]));
        }
        CompletableFuture.allOf(IntStream.range(0, 1000)
                        .mapToObj(i -> send(Message.of(Record.of("order-" + i, "value")).addMetadata(metadata.build())))
                        .toArray(CompletableFuture[]::new))
                .get(60, TimeUnit.SECONDS);
        return 0;
    }

    private CompletableFuture<Void> send(Message<Record<String, String>> message) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        orders.send(message.withAck(() -> {
                    sent.complete(null);
                    return CompletableFuture.completedFuture(null);
                })
                .withNack(failure -> {
                    sent.completeExceptionally(failure);
                    return CompletableFuture.completedFuture(null);
                }));
        return sent;
    }
}
