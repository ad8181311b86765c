package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands over the one Kafka of all tests, and holds each to leaving it empty, as examples promise. */
final class EmptyKafka implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(EmptyKafka.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType().equals(LocalKafka.class);
    }

    /** Started for the first that asks, and stopped with the store. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return store(test).computeIfAbsent(LocalKafka.class, key -> start(), LocalKafka.class);
    }

    private static LocalKafka start() {
        return LocalKafka.builder()
                // Of the transactions of a killed instance; Kafka looks every ten seconds by default.
                .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000")
                .start();
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        LocalKafka kafka = store(test).get(LocalKafka.class, LocalKafka.class);
        if (kafka != null) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                assertThat(admin.listTopics().names().get()).as("topics").isEmpty();
                assertThat(admin.listGroups().all().get()).as("groups").isEmpty();
            }
        }
    }

    private static Store store(ExtensionContext test) {
        return test.getRoot().getStore(NAMESPACE);
    }
}
