package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The assignor in a broker of this JVM, its members in JVMs of their own. */
class ConsumerGroupTest {
    private static final String ASSIGNORS = HrwConsumerAssignor.class.getName() + ",uniform,range";

    @Test
    void whoComesBackGetsWhatItHadAndSoDoesAGroupThatIsStartedAnew() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder()
                        .brokerConfig("group.consumer.assignors", ASSIGNORS)
                        .brokerConfig("group.consumer.min.session.timeout.ms", "1000")
                        .brokerConfig("group.consumer.session.timeout.ms", "3000")
                        .brokerConfig("group.consumer.min.heartbeat.interval.ms", "100")
                        .brokerConfig("group.consumer.heartbeat.interval.ms", "300")
                        .start();
                Topics topics = new Topics(kafka.bootstrapServers());
                LiveGroup group = new LiveGroup(kafka.bootstrapServers(), "readers", "orders", 12)) {
            topics.create("orders", 12, 1);
            group.start("one", "two", "three");
            Map<String, Set<Integer>> three = group.awaitMembers("one", "two", "three");
            assertThat(three).isEqualTo(group.expected("one", "two", "three"));

            group.kill("two");
            assertThat(group.awaitMembers("one", "three")).isEqualTo(group.expected("one", "three"));
            group.start("two");
            assertThat(group.awaitMembers("one", "two", "three")).isEqualTo(three);

            group.kill("one", "two", "three");
            assertThat(group.awaitMembers()).isEmpty();
            group.start("three", "two", "one");
            assertThat(group.awaitMembers("one", "two", "three")).isEqualTo(three);
        }
    }

    @Test
    void aBrokerWithABadSettingDoesNotStart() {
        assertThatThrownBy(() -> LocalKafka.builder()
                        .brokerConfig("group.consumer.assignors", ASSIGNORS)
                        .brokerConfig("keystead.assignor.slack", "-1")
                        .start()
                        .close())
                .hasMessageContaining(
                        "Invalid value -1.0 for configuration keystead.assignor.slack: allowed: 0 to 1000");
    }
}
