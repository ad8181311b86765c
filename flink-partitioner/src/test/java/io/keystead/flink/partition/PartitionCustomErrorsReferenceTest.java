package io.keystead.flink.partition;

import io.keystead.hrw.Base;
import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what the partitioner says; with -Dkeystead.docs.write=true this test writes it. */
class PartitionCustomErrorsReferenceTest {
    private static final HrwPartitioner<String> STRINGS = HrwPartitioner.of(KeyEncoder.string());

    @Test
    @SuppressWarnings("NullAway") // what is refused
    void thePageSaysWhatTheCodeSays() throws IOException {
        RefusalTable table = new RefusalTable("done")
                .add("a null key", () -> STRINGS.partition(null, 4))
                .add("`withPartitions(Set.of())`", () -> STRINGS.withPartitions(Set.of()))
                .add(
                        "`withPartitions(Set.of(0, 7))` at parallelism 4",
                        () -> STRINGS.withPartitions(Set.of(0, 7)).partition("k", 4))
                .add("`withWeights(Map.of(3, 0.0))`", () -> STRINGS.withWeights(Map.of(3, 0.0)))
                .add("`withSlotBits(21)`", () -> STRINGS.withSlotBits(21))
                .add(
                        "`withBase(Base.murmur2(4)).withSlotBits(16)`",
                        () -> STRINGS.withBase(Base.murmur2(4)).withSlotBits(16))
                .add("`withSecret(new byte[8])`", () -> STRINGS.withSecret(new byte[8]));
        new ReferencePage("errors.md", PartitionCustomErrorsReferenceTest.class)
                .checkPart("partitionCustom", table.toString());
    }
}
