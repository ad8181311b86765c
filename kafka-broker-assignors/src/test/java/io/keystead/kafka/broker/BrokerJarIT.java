package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that operators drop in, as they drop it in. */
class BrokerJarIT {
    @Test
    void theJarHoldsNothingUnderSomebodyElsesName() throws IOException {
        try (JarFile jar = new JarFile(BrokerJvm.JAR.toFile())) {
            List<String> names = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .toList();
            assertThat(names)
                    .allSatisfy(name -> assertThat(name)
                            .matches("io/keystead/.*|META-INF/versions/[0-9]+/io/keystead/shaded/.*"
                                    + "|META-INF/(MANIFEST.MF|LICENSE|NOTICE|maven/io.keystead/.*)"))
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "io/keystead/kafka/broker/HrwConsumerAssignor.class",
                            "io/keystead/kafka/broker/HrwTaskAssignor.class",
                            "io/keystead/hrw/balance/PartitionBalance.class",
                            "io/keystead/hrw/balance/TaskPlacement.class",
                            "io/keystead/shaded/hash4j/hashing/Hashing.class",
                            "META-INF/versions/21/io/keystead/shaded/hash4j/internal/UnsignedMultiplyUtil.class")
                    .noneMatch(name -> name.startsWith("io/keystead/hrw/conformance/"));
            assertThat(jar.isMultiRelease())
                    .as("newer Javas find their classes")
                    .isTrue();
        }
        assertThat(Files.size(BrokerJvm.JAR)).as("bytes of the jar").isLessThan(450_000);
    }

    @Test
    void aBrokerOfItsOwnAssignsByTheRule(@TempDir Path directory) throws Exception {
        Map<String, String> properties = Map.of(
                "group.consumer.assignors", "uniform,range,io.keystead.kafka.broker.HrwConsumerAssignor",
                "group.streams.assignors", "sticky,io.keystead.kafka.broker.HrwTaskAssignor",
                "group.consumer.min.heartbeat.interval.ms", "100",
                "group.consumer.heartbeat.interval.ms", "300");
        try (BrokerJvm broker = BrokerJvm.start(directory, properties);
                Topics topics = new Topics(broker.servers());
                LiveGroup group = new LiveGroup(broker.servers(), "readers", "orders", 12)) {
            topics.create("orders", 12, 1);
            group.start("one", "two");

            assertThat(group.awaitMembers("one", "two")).isEqualTo(group.expected("one", "two"));
        }
    }
}
