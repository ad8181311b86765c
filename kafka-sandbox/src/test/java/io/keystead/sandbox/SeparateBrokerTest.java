package io.keystead.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeparateBrokerTest {
    @Test
    void freePortsAreDifferentAndCanBeListenedOn() throws Exception {
        List<Integer> ports = SeparateBroker.freePorts(3);

        assertThat(ports).hasSize(3).doesNotHaveDuplicates();
        for (int port : ports) {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        }
    }

    @Test
    void aBrokerServesAndAFreePortDoesNot() throws Exception {
        try (LocalKafka kafka = LocalKafka.start()) {
            assertThat(SeparateBroker.isServing(kafka.bootstrapServers())).isTrue();
        }
        assertThat(SeparateBroker.isServing(
                        "127.0.0.1:" + SeparateBroker.freePorts(1).get(0)))
                .isFalse();
    }
}
