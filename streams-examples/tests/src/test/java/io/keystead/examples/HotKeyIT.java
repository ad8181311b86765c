package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.sandbox.LocalKafka;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Half of the orders are one customer's; as programs see it. */
@ExtendWith(EmptyKafka.class)
class HotKeyIT {
    @Test
    void aHotKeyIsFoundAndSpreadAndItsTotalIsExact(LocalKafka kafka) throws Exception {
        JsonNode out = new ObjectMapper()
                .readTree(Example.run("hot-key", "--bootstrap-server", kafka.bootstrapServers(), "--json")
                        .good());

        assertThat(out.at("/good").asBoolean()).isTrue();
        assertThat(out.at("/wrong")).isEmpty();
        assertThat(out.at("/found").asText()).isEqualTo("string customer-17");
        // What keystead explain customer-17 --partitions 12 --top 4 says.
        assertThat(out.at("/candidates")).map(JsonNode::asInt).containsExactly(4, 6, 9, 1);
        assertThat(out.at("/before")).map(JsonNode::asInt).startsWith(8_465, 8_715, 8_480, 8_270, 108_480, 8_365);
        assertThat(IntStream.of(0, 2, 3, 5, 7, 8, 10, 11))
                .allSatisfy(
                        partition -> assertThat(out.at("/after/" + partition).asInt())
                                .isEqualTo(out.at("/before/" + partition).asInt()));
        assertThat(out.at("/customers").asInt()).isEqualTo(20_000);
        assertThat(out.at("/exact").asInt()).isEqualTo(20_000);
        assertThat(out.at("/orders").asInt()).isEqualTo(400_000);
        assertThat(out.at("/placed").asInt()).isEqualTo(400_000);
    }
}
