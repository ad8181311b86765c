package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteSizeTest {
    @Test
    void sizes_have_three_digits_and_a_decimal_prefix() {
        assertThat(ByteSize.of(0)).isEqualTo("0 B");
        assertThat(ByteSize.of(999)).isEqualTo("999 B");
        assertThat(ByteSize.of(1_000)).isEqualTo("1.00 kB");
        assertThat(ByteSize.of(9_994)).isEqualTo("9.99 kB");
        assertThat(ByteSize.of(9_996)).isEqualTo("10.0 kB");
        assertThat(ByteSize.of(99_960)).isEqualTo("100 kB");
        assertThat(ByteSize.of(999_499)).isEqualTo("999 kB");
        assertThat(ByteSize.of(999_500)).isEqualTo("1.00 MB");
        assertThat(ByteSize.of(123_359_563_492L)).isEqualTo("123 GB");
        assertThat(ByteSize.of(Long.MAX_VALUE)).isEqualTo("9.22 EB");
    }
}
