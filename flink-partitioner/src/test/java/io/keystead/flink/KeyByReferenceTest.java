package io.keystead.flink;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/**
 * docs/flink.md has the limits of HrwStreams.keyBy's settings and docs/errors.md what it says; with
 * -Dkeystead.docs.write=true these tests write them.
 */
class KeyByReferenceTest {
    @Test
    void thePageHasTheLimitsThatTheCodeHas() throws IOException {
        MarkdownTable table = new MarkdownTable("setting", "default", "allowed", "meaning")
                .row(
                        "`.withSlots(n)`",
                        "the environment's max parallelism if it is set when the operation is called, else "
                                + HrwKeyedStream.DEFAULT_SLOTS,
                        "1 to " + HrwKeyedStream.MAX_SLOTS + ", at least the parallelism",
                        "How many slots there are. It becomes the operator's max parallelism, which nothing should set again,"
                                + " and **never changes** while the job's state lives: Flink refuses to restore a checkpoint"
                                + " with another (`Cannot map operator … with max parallelism …`).")
                .row(
                        "`.withSlack(e)`",
                        "no bound",
                        "0 to " + (int) BoundedBalance.MAX_SLACK,
                        "A subtask owns at most its share times 1 + e, rounded up. Then some slots move between old subtasks"
                                + " too.")
                .row(
                        "`.withWeights(map)`",
                        "1 each",
                        "subtasks from 0 on, " + Candidate.MIN_WEIGHT + " to " + Candidate.MAX_WEIGHT,
                        "Subtask 0 with weight 2 owns twice the slots of one with weight 1.");
        new ReferencePage("flink.md", KeyByReferenceTest.class).checkPart("settings", table.toString());
    }

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers("", ""), number -> number);
        RefusalTable table = new RefusalTable("done")
                .add("`withSlots(40000)`", () -> keyed.withSlots(40_000))
                .add("`withSlack(-1)`", () -> keyed.withSlack(-1))
                .add("`withWeights(Map.of(2, 0.0))`", () -> keyed.withWeights(Map.of(2, 0.0)))
                .add(
                        "a key of an enum",
                        () -> HrwStreams.keyBy(numbers("", ""), n -> TimeUnit.SECONDS, Types.ENUM(TimeUnit.class)))
                .add("`connect` with another number of slots", () -> keyed.connect(keyed.withSlots(128)))
                .add(
                        "`apply` of two operations",
                        () -> keyed.apply(k ->
                                k.map(n -> n).returns(Types.LONG).map(n -> n).returns(Types.LONG)))
                .add(
                        "`setMaxParallelism(128)` inside of `apply`",
                        () -> keyed.apply(k -> k.reduce(Long::sum).setMaxParallelism(128)))
                .add(
                        "`enableAsyncState()`",
                        () -> keyed.map(n -> n).returns(Types.LONG).enableAsyncState())
                .add(
                        "`state.backend.type=forst`",
                        () -> HrwStreams.keyBy(numbers("state.backend.type", "forst"), n -> n)
                                .reduce(Long::sum))
                .add(
                        "`state.changelog.enabled=true`",
                        () -> HrwStreams.keyBy(numbers("state.changelog.enabled", "true"), n -> n)
                                .reduce(Long::sum));
        new ReferencePage("errors.md", KeyByReferenceTest.class).checkPart("keyBy", table.toString());
    }

    private static DataStream<Long> numbers(String option, String value) {
        Configuration configuration = new Configuration();
        if (!option.isEmpty()) {
            configuration.setString(option, value);
        }
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration).fromSequence(0, 9);
    }
}
