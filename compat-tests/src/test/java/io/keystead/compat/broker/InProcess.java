package io.keystead.compat.broker;

import io.keystead.sandbox.LocalKafka;
import java.io.IOException;

/** A broker inside this JVM, which clients see through {@link ShuffledMetadata}. */
public final class InProcess implements Broker {
    private final ShuffledMetadata proxy;
    private final LocalKafka kafka;

    private InProcess(ShuffledMetadata proxy, LocalKafka kafka) {
        this.proxy = proxy;
        this.kafka = kafka;
    }

    /**
     * Starts one.
     *
     * @param seed of the order in which partitions are told
     */
    public static InProcess start(long seed) throws IOException {
        ShuffledMetadata proxy = new ShuffledMetadata(seed);
        try {
            LocalKafka kafka = LocalKafka.builder()
                    .advertisedPort(0, proxy.port())
                    .brokerConfig("message.max.bytes", Integer.toString(MAX_MESSAGE_BYTES))
                    .start();
            String servers = kafka.bootstrapServers();
            proxy.target(Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1)));
            return new InProcess(proxy, kafka);
        } catch (RuntimeException e) {
            proxy.close();
            throw e;
        }
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + proxy.port();
    }

    /** How many answers have told a topic's partitions in another order than that of their numbers. */
    public long shuffled() {
        return proxy.shuffled();
    }

    @Override
    public void close() {
        kafka.close();
        proxy.close();
    }
}
