package io.keystead.hrw.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Base;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTextTest {
    private static final String RANGES =
            "; allowed: partition numbers and ranges such as 0-11,14, each once, at most 1048576 in all";
    private static final String WEIGHTS = "; allowed: partitions with weights from 1e-6 to 1e6 such as 0-7:1,8-11:2.5";

    @Test
    void partitions_are_numbers_and_ranges() {
        assertThat(TopologyText.partitions("7")).containsExactly(7);
        assertThat(TopologyText.partitions("0-3,14")).containsExactly(0, 1, 2, 3, 14);
        assertThat(TopologyText.partitions(" 9 , 2 - 4,5-5 ")).containsExactly(2, 3, 4, 5, 9);
        assertThat(TopologyText.partitions("2147483647")).containsExactly(Integer.MAX_VALUE);
        assertThat(TopologyText.partitions("0-1048575")).hasSize(TopologyText.MAX_PARTITIONS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''          | '\"\" has an empty part'",
                "' '         | '\" \" has an empty part'",
                "'1,'        | '\"1,\" has an empty part'",
                "',1'        | '\",1\" has an empty part'",
                "'1,,2'      | '\"1,,2\" has an empty part'",
                "a           | '\"a\" is not a partition or a range'",
                "-1          | '\"-1\" is not a partition or a range'",
                "+1          | '\"+1\" is not a partition or a range'",
                "1-          | '\"1-\" is not a partition or a range'",
                "1--2        | '\"1--2\" is not a partition or a range'",
                "1-2-3       | '\"1-2-3\" is not a partition or a range'",
                "1..3        | '\"1..3\" is not a partition or a range'",
                "1.0         | '\"1.0\" is not a partition or a range'",
                "0x1         | '\"0x1\" is not a partition or a range'",
                "1 2         | '\"1 2\" is not a partition or a range'",
                "٣           | '\"٣\" is not a partition or a range'",
                "12345678901 | '\"12345678901\" is not a partition or a range'",
                "3-1         | 'the range \"3-1\" is upside down'",
                "2147483648  | 'the range \"2147483648\" is too large'",
                "0-1048576   | 'the range \"0-1048576\" is too large'",
                "0-9999999999| 'the range \"0-9999999999\" is too large'",
                "0-1048575,1048576 | 'the range \"1048576\" is too large'",
                "'1,1'       | 'partition 1 stands twice in \"1,1\"'",
                "'0-3,2'     | 'partition 2 stands twice in \"0-3,2\"'"
            })
    void bad_partitions_are_refused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.partitions(text))
                .withMessage(message + RANGES);
    }

    @Test
    void weights_are_numbers_by_partition_or_range() {
        assertThat(TopologyText.weights("0-1:1,8:2.5")).isEqualTo(Map.of(0, 1.0, 1, 1.0, 8, 2.5));
        assertThat(TopologyText.weights(" 3 : 1e-6 , 4 - 5 : 1E+6")).isEqualTo(Map.of(3, 1e-6, 4, 1e6, 5, 1e6));
        assertThat(TopologyText.weights("0:.5,1:2.,2:-1")).isEqualTo(Map.of(0, 0.5, 1, 2.0, 2, -1.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''      | '\"\" has an empty part'",
                "'0:1,'  | '\"0:1,\" has an empty part'",
                "0-3     | '\"0-3\" has no weight'",
                "'0:1,2' | '\"2\" has no weight'",
                "0:      | 'the weight \"\" in \"0:\" is not a number'",
                "0:a     | 'the weight \"a\" in \"0:a\" is not a number'",
                "0:1:2   | 'the weight \"1:2\" in \"0:1:2\" is not a number'",
                "0:NaN   | 'the weight \"NaN\" in \"0:NaN\" is not a number'",
                "0:Infinity | 'the weight \"Infinity\" in \"0:Infinity\" is not a number'",
                "0:1d    | 'the weight \"1d\" in \"0:1d\" is not a number'",
                "0:0x1p3 | 'the weight \"0x1p3\" in \"0:0x1p3\" is not a number'",
                "0:+1    | 'the weight \"+1\" in \"0:+1\" is not a number'",
                "0:1 0   | 'the weight \"1 0\" in \"0:1 0\" is not a number'",
                "0:.     | 'the weight \".\" in \"0:.\" is not a number'",
                "'0:1,0-2:3' | 'partition 0 stands twice in \"0:1,0-2:3\"'"
            })
    void bad_weights_are_refused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.weights(text))
                .withMessage(message + WEIGHTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ":1      | '\"\" is not a partition or a range'",
                "a:1     | '\"a\" is not a partition or a range'",
                "3-1:1   | 'the range \"3-1\" is upside down'",
                "0-1048576:1 | 'the range \"0-1048576\" is too large'"
            })
    void bad_ranges_of_weights_are_refused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.weights(text))
                .withMessage(message + RANGES);
    }

    @Test
    void a_base_is_murmur2_and_a_number() {
        assertThat(TopologyText.base("murmur2/12")).isEqualTo(Base.murmur2(12));
        assertThat(TopologyText.base(" murmur2/1 ")).isEqualTo(Base.murmur2(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "12",
                "murmur2",
                "murmur2/",
                "murmur2/-1",
                "murmur2/a",
                "murmur3/12",
                "Murmur2/12",
                "murmur2/ 12",
                "murmur2/12/3",
                "murmur2/1234567890"
            })
    void a_bad_base_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.base(text))
                .withMessage(
                        "\"" + text + "\" is not a base; allowed: murmur2/n, where n is the number of partitions that"
                                + " Kafka's default partitioner filled, for example murmur2/12");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_048_577})
    void a_base_of_no_or_too_many_partitions_is_refused(int partitions) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.base("murmur2/" + partitions))
                .withMessage(
                        "the base murmur2/" + partitions + " is out of range; allowed: murmur2/1 to murmur2/1048576");
    }

    @Test
    void a_seed_is_an_unsigned_64_bit_number_in_decimal_or_hexadecimal() {
        assertThat(TopologyText.seed("0")).isZero();
        assertThat(TopologyText.seed(" 42 ")).isEqualTo(42);
        assertThat(TopologyText.seed("18446744073709551615")).isEqualTo(-1);
        assertThat(TopologyText.seed("0xffffffffffffffff")).isEqualTo(-1);
        assertThat(TopologyText.seed("0xDeadBeef")).isEqualTo(0xdeadbeefL);
        assertThat(TopologyText.seed("00042")).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "a",
                "1.0",
                "1e3",
                "0x",
                "0X1",
                "0xg",
                "0x+1",
                "0x-1",
                "ff",
                "٣",
                "18446744073709551616",
                "99999999999999999999999",
                "0x10000000000000000",
                "0x00000000000000001"
            })
    void a_bad_seed_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyText.seed(text))
                .withMessage("\"" + text + "\" is not a seed; allowed: 0 to 18446744073709551615, or 0x and up to 16"
                        + " hexadecimal digits");
    }

    @Test
    void what_was_read_cannot_be_changed() {
        NavigableSet<Integer> partitions = TopologyText.partitions("0");
        NavigableMap<Integer, Double> weights = TopologyText.weights("0:1");

        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> partitions.add(1));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> weights.put(1, 1.0));
    }
}
