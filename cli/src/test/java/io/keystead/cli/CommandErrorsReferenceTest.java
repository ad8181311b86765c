package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what the command says; with -Dkeystead.docs.write=true this test writes it. */
class CommandErrorsReferenceTest {
    /** Such as need no Kafka and no file. */
    private static final List<String> LINES = List.of(
            "verfy orders",
            "explain order-4711",
            "explain order-4711 --partition 12",
            "explain order-4711 --partitions 0",
            "explain order-4711 --partitions 12 --candidates a,b",
            "explain order-4711 --partitions 12 --base crc32/12",
            "explain order-4711 --partitions 12 --base murmur2/13",
            "explain order-4711 --partitions 13 --base murmur2/12 --slot-bits 16",
            "explain order-4711 --partitions 12 --weights 12:2",
            "explain order-4711 --partitions 12 --weights 3:0",
            "explain order-4711 --partitions 12 --hash md5",
            "explain order-4711 --partitions 12 --hash siphash-2-4",
            "explain order-4711 --partitions 12 --secret-file secret",
            "explain order-4711 --partitions 12 --seed 0xg",
            "explain order-4711 --partitions 12 --slot-bits 21",
            "explain order-4711 --partitions 12 --key-format hex",
            "explain order-4711 --partitions 12 --key-encoding avro-canonical",
            "vectors check no-such-file.json",
            "plan --from 12 --to 13",
            "plan --keys no-such-file --from 12 --to 13",
            "plan --keys - --from 12",
            "plan --keys - --from 12 --to 12",
            "sandbox --topic orders",
            "flink inspect-savepoint no-such-directory",
            "flink convert-savepoint no-such-directory --to hrw --out savepoint-hrw");

    @Test
    void thePageSaysWhatTheCommandSays() throws IOException {
        RefusalTable table = new RefusalTable("`keystead`");
        for (String line : LINES) {
            Command.Result result = Command.run(line.split(" "));
            assertThat(result.exitCode()).as("exit code of keystead %s", line).isEqualTo(2);
            assertThat(result.out()).as("output of keystead %s", line).isEmpty();
            table.add("`" + line + "`", result.err().stripTrailing());
        }
        new ReferencePage("errors.md", CommandErrorsReferenceTest.class).checkPart("command", table.toString());
    }
}
