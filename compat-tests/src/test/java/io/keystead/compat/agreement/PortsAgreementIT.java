package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The clients of other languages write the same keys by the same plans as those of {@link JavaAgreementIT}, and Kafka's
 * producer once more beside them. The tests go in order, since topics do not shrink.
 */
@Tag("clients")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PortsAgreementIT {
    private static final String VECTORS = "hrw-core/src/test/resources/vectors/hrw-v1.json";

    @TempDir
    private static Path directory;

    private static Agreement agreement;
    /** How many have written to the topics as they are now. */
    private static int writers;

    @BeforeAll
    static void start() throws Exception {
        agreement = Agreement.start(directory);
    }

    @AfterAll
    static void stop() {
        agreement.close();
    }

    static List<String> languages() {
        return Port.languages();
    }

    static List<Plan> plans() {
        return agreement.now().plans();
    }

    static Stream<Port> onePerLanguage() {
        Map<String, Port> first = Stream.of(Port.values())
                .collect(Collectors.toMap(port -> port.language, port -> port, (one, other) -> one));
        return first.values().stream().sorted();
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("languages")
    void eachPortPassesTheGoldenVectorsAndFailsOnWrongOnes(String language) throws Exception {
        Port.require(language);
        Path right = Built.file(VECTORS);

        Program.Ended passed = Port.testVectors(language, right);
        assertThat(passed.exitCode()).as(passed.out() + passed.err()).isZero();

        Path wrong = Files.writeString(directory.resolve("wrong.json"), withOneDigitChanged(Files.readString(right)));
        Program.Ended failed = Port.testVectors(language, wrong);
        assertThat(failed.exitCode()).as(failed.out() + failed.err()).isOne();
        assertThat(failed.out() + failed.err()).contains("hash");
    }

    private static String withOneDigitChanged(String vectors) {
        String field = "\"keyHash\": \"";
        int digit = vectors.indexOf(field) + field.length();
        return vectors.substring(0, digit) + (vectors.charAt(digit) == '0' ? '1' : '0') + vectors.substring(digit + 1);
    }

    @Order(2)
    @ParameterizedTest
    @EnumSource
    void eachClientPutsEveryKeyOnItsOwner(Port port) throws Exception {
        Port.require(port.language);
        agreement.now().assertWrites(port);
        writers++;
    }

    @Order(3)
    @Test
    void kafkasProducerDoesSoInTheSameTopics() throws Exception {
        agreement.now().assertWrites(JavaWriters.PRODUCER);
        writers++;
    }

    @Order(4)
    @ParameterizedTest
    @MethodSource("plans")
    void verifyFindsNothingWrong(Plan plan) throws Exception {
        agreement.now().assertVerified(plan, writers);
    }

    @Order(5)
    @ParameterizedTest
    @MethodSource("languages")
    void eachPortsOwnerProgramNamesTheSameOwners(String language) throws Exception {
        Port.require(language);
        KeySet keys = agreement.keys();
        int[] lines = keys.keyedLines();
        for (Plan plan : plans()) {
            int[] owners = plan.owners(keys);
            assertThat(Port.owners(language, plan, keys.keyed()))
                    .as("%s by %s", plan, language)
                    .isEqualTo(IntStream.of(lines)
                            .mapToObj(line -> Integer.toString(owners[line]))
                            .toList());
        }
    }

    @Order(6)
    @ParameterizedTest
    @MethodSource("onePerLanguage")
    void aClientThatLacksACandidateDiffersOnItsKeysAloneAndIsNamed(Port port) throws Exception {
        Port.require(port.language);
        Plan plan = Plans.plain();
        agreement
                .now()
                .assertStaleWriterIsNamed(port, plan, plan.pinnedTo("0-6,8-11"), "HrwPartitioner without partition 7");
    }

    @Order(7)
    @Test
    void whenTopicsGrowOnlyTheNewPartitionGainsKeys() throws Exception {
        agreement.grow();
        agreement.now().assertOnlyTheNewPartitionGained(agreement.first());
        writers = 0;
    }

    @Order(8)
    @ParameterizedTest
    @EnumSource
    void eachClientPutsEveryKeyOnItsOwnerAfterGrowth(Port port) throws Exception {
        eachClientPutsEveryKeyOnItsOwner(port);
    }

    @Order(9)
    @ParameterizedTest
    @MethodSource("plans")
    void verifyFindsNothingWrongAfterGrowth(Plan plan) throws Exception {
        assertThat(writers).as("clients that have written").isPositive();
        verifyFindsNothingWrong(plan);
    }
}
