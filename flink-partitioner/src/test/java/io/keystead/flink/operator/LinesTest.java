package io.keystead.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.flink.line.v1_20.Flink1_20;
import io.keystead.flink.line.v2.Flink2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
    @Test
    void eachVersionHasItsLine() {
        assertThat(Lines.of("1.20.5")).isInstanceOf(Flink1_20.class);
        assertThat(Lines.of("1.20-SNAPSHOT")).isInstanceOf(Flink1_20.class);
        assertThat(Lines.of("2.0.2")).isInstanceOf(Flink2.class);
        assertThat(Lines.of("2.3.0")).isInstanceOf(Flink2.class);
        assertThat(Lines.of("2.10.0")).isInstanceOf(Flink2.class);
        assertThat(Lines.ofThisFlink()).isInstanceOf(Flink2.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.19.3", "1.200.0", "3.0.0", "<unknown>"})
    void anotherVersionIsRefused(String version) {
        assertThatThrownBy(() -> Lines.of(version))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("Flink " + version + " is not supported by HrwStreams.keyBy; allowed: 1.20 and 2.0 to 2.3");
    }
}
