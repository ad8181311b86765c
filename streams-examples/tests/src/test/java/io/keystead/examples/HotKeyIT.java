package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;

class HotKeyIT {
    @Test
    void aHotKeyIsFoundAndSpreadAndItsTotalIsExact() throws Exception {
        try (LocalKafka kafka = LocalKafka.start()) {
            String out = Example.run("hot-key", "--bootstrap-server", kafka.bootstrapServers())
                    .good();

            assertThat(out)
                    .contains("found     string customer-17")
                    // What keystead explain customer-17 --partitions 12 --top 4 says.
                    .contains("the owner first: partitions 4, 6, 9, 1")
                    .containsPattern("before +8,465 +8,715 +8,480 +8,270 +108,480 +8,365 ")
                    .containsPattern("after +8,465 +\\d\\d,\\d+ +8,480 +8,270 +\\d\\d,\\d+ +8,365 ")
                    .contains("20,000 of 20,000 customers exact")
                    .containsPattern("customer-17: 200,010 orders = [\\d,]+ \\+ [\\d,]+ \\+ [\\d,]+ \\+ [\\d,]+\\R")
                    .contains("400,000 of 400,000 orders where their keys belong");
        }
    }

    @Test
    void whatIsMissingOnTheCommandLineIsSaidInOneLine() throws Exception {
        Example ended = Example.run("hot-key");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("--bootstrap-server").hasLineCount(1);
    }
}
