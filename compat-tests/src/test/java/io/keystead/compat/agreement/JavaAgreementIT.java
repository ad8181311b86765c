package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kafka's producer, Kafka Streams and Flink's sink write 20,000 keys by each of six plans, before and after the topics
 * grow, and all who are asked name the same partition for each key. The tests go in order, since topics do not shrink.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JavaAgreementIT {
    @TempDir
    private static Path directory;

    private static Agreement agreement;

    @BeforeAll
    static void start() throws Exception {
        agreement = Agreement.start(directory);
    }

    @AfterAll
    static void stop() {
        agreement.close();
    }

    static List<Plan> plans() {
        return agreement.now().plans();
    }

    @Order(1)
    @ParameterizedTest
    @EnumSource
    void eachWriterPutsEveryKeyOnItsOwner(JavaWriters writer) throws Exception {
        agreement.now().assertWrites(writer);
    }

    @Order(2)
    @ParameterizedTest
    @MethodSource("plans")
    void theCommandAndFlinksPartitionerNameTheSameOwnersAndVerifyFindsNothingWrong(Plan plan) throws Exception {
        Round round = agreement.now();
        round.assertCommandAgrees(plan);
        round.assertFlinkAgrees(plan);
        round.assertVerified(plan, JavaWriters.values().length);
    }

    @Order(3)
    @Test
    void aProducerThatLacksACandidateDiffersOnItsKeysAloneAndIsNamed() throws Exception {
        Plan plan = Plans.plain();
        agreement
                .now()
                .assertStaleWriterIsNamed(
                        JavaWriters.PRODUCER, plan, plan.pinnedTo("0-6,8-11"), "HrwPartitioner without partition 7");
    }

    @Order(4)
    @Test
    void whenTopicsGrowOnlyTheNewPartitionGainsKeys() throws Exception {
        agreement.grow();
        agreement.now().assertOnlyTheNewPartitionGained(agreement.first());
    }

    @Order(5)
    @ParameterizedTest
    @EnumSource
    void eachWriterPutsEveryKeyOnItsOwnerAfterGrowth(JavaWriters writer) throws Exception {
        agreement.now().assertWrites(writer);
    }

    @Order(6)
    @ParameterizedTest
    @MethodSource("plans")
    void allNameTheSameOwnersAfterGrowth(Plan plan) throws Exception {
        theCommandAndFlinksPartitionerNameTheSameOwnersAndVerifyFindsNothingWrong(plan);
    }

    @Order(7)
    @Test
    void theBrokerHasToldPartitionsInAShuffledOrder() {
        // Each of the writers has asked for each topic, before and after growth.
        assertThat(agreement.broker().shuffled()).isGreaterThan(2L * JavaWriters.values().length);
    }
}
