package io.keystead.kafka.streams;

import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what an application of Kafka Streams is told; with -Dkeystead.docs.write=true this test writes it. */
class StreamsErrorsReferenceTest {

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        HrwStreams streams = HrwStreams.of(Map.of());
        RefusalTable table = new RefusalTable("set")
                .add(
                        "`keystead.hot.keys.file=hot-keys`",
                        () -> HrwStreams.of(Map.of("keystead.hot.keys.file", "hot-keys")))
                .add(
                        "`produced` of a windowed serde",
                        () -> streams.produced(
                                new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 60_000), Serdes.Long()));
        for (String property : new String[] {
            "keystead.member.id=a",
            "keystead.member.weight=2",
            "keystead.assignor.colocate=true",
            "keystead.assignor.slack=-1"
        }) {
            table.add(
                    "`" + property + "` with `HrwTaskAssignor`",
                    () -> new HrwTaskAssignor().configure(RefusalTable.properties(property)));
        }
        new ReferencePage("errors.md", StreamsErrorsReferenceTest.class).checkPart("streams", table.toString());
    }
}
