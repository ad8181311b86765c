package io.keystead.planner.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.text.KeyFormat;
import io.keystead.planner.sample.BadRows.BadRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFileTest {
    private record Seen(List<String> keys, Rows rows) {
        List<String> bad() {
            return rows.bad().first().stream()
                    .map(row -> row.line() + ": " + row.reason())
                    .toList();
        }
    }

    @Test
    void csv_has_keys_bytes_and_counts_under_names_of_the_header_in_any_order() throws IOException {
        Seen seen = read("x.csv", "count,note,key,bytes\n2,x,a,10\n\n1,\"y,\nz\",\"b,\"\"c\"\"\",0\r\n");

        assertThat(seen.keys).containsExactly("a 10 2", "b,\"c\" 0 1");
        assertThat(seen.rows).isEqualTo(new Rows(KeyFileFormat.CSV, 2, new BadRows(0, List.of()), true, true));
    }

    @Test
    void what_a_file_does_not_tell_is_no_bytes_and_one_record() throws IOException {
        Seen seen = read("x.csv", "\"key\"\na\n");
        assertThat(seen.keys).containsExactly("a 0 1");
        assertThat(seen.rows.sized()).isFalse();
        assertThat(seen.rows.counted()).isFalse();
    }

    @Test
    void names_of_columns_can_be_others() throws IOException {
        KeyColumns columns = new KeyColumns("größe", "b", "n");
        assertThat(read("x.csv", "n,b,größe\n3,4,k\n", null, columns, KeyFormat.STRING).keys)
                .containsExactly("k 4 3");
        assertThat(read("x.jsonl", "{\"n\":3,\"b\":4,\"größe\":\"k\"}\n", null, columns, KeyFormat.STRING).keys)
                .containsExactly("k 4 3");
    }

    @Test
    void tsv_is_csv_with_tabs() throws IOException {
        assertThat(read("x.tsv", "key\tbytes\na,b\t1\n\"c\td\"\t2\n").keys).containsExactly("a,b 1 1", "c\td 2 1");
    }

    @Test
    void json_has_keys_that_are_text_or_whole_numbers_and_may_have_anything_beside_them() throws IOException {
        Seen seen = read(
                "x.jsonl",
                "{\"key\":\"a\\u00e9\\n\",\"bytes\":5,\"count\":\"2\"}\n\n {\"other\":{\"key\":[1]},\"key\":42}\r\n{\"key\":\"\\ud83d\\ude00\"}");
        assertThat(seen.keys).containsExactly("aé\n 5 2", "42 0 1", "\uD83D\uDE00 0 1");
        assertThat(seen.rows).isEqualTo(new Rows(KeyFileFormat.JSONL, 3, new BadRows(0, List.of()), true, true));
    }

    @Test
    void lines_are_keys_as_they_stand_without_their_end() throws IOException {
        byte[] content = "b\r\n\n\u00e9 ,x\r\r\na".getBytes(StandardCharsets.ISO_8859_1);
        List<byte[]> keys = new ArrayList<>();
        new KeyFile(null, KeyColumns.standard(), KeyFormat.STRING::decode)
                .read(
                        new ByteArrayInputStream(content),
                        "x",
                        (key, offset, length, bytes, count) -> keys.add(key),
                        more -> {});
        assertThat(keys)
                .extracting(key -> new String(key, StandardCharsets.ISO_8859_1))
                .containsExactly("b", "\u00e9 ,x\r", "a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.csv.gz     | key                | CSV",
                "X.NDJSON     | '{\"key\":\"a\"}'  | JSONL",
                "x.json.gz    | '{\"key\":\"a\"}'  | JSONL",
                "x.txt        | key                | LINES",
                "-            | key                | CSV",
                "-            | 'a,\"key\",b'      | CSV",
                "-            | 'a\tkey'           | TSV",
                "-            | '{\"key\":\"a\"}'  | JSONL",
                "-            | keys               | LINES",
            })
    void the_format_is_known_by_the_name_or_else_by_the_first_line(String name, String line, KeyFileFormat format)
            throws IOException {
        byte[] content = (line + "\n").getBytes(StandardCharsets.UTF_8);
        assertThat(read(name, name.endsWith(".gz") ? zipped(content) : content)
                        .rows
                        .format())
                .isEqualTo(format);
    }

    @Test
    void whether_the_first_line_told_the_format_is_known_and_named_in_the_source() throws IOException {
        Rows guessed = read("-", "id,bytes\na,1\n").rows;
        assertThat(guessed.guessed()).isTrue();
        assertThat(source(guessed)).isEqualTo("keys (lines by its first line)");
        Rows told = read("x.csv", "key,bytes\na,1\n").rows;
        assertThat(told.guessed()).isFalse();
        assertThat(source(told)).isEqualTo("keys");
    }

    private static String source(Rows rows) {
        KeySample.Builder builder = KeySample.builder("keys", 10);
        builder.found(rows);
        return builder.build().summary().source();
    }

    @Test
    void objects_that_have_no_key_are_refused_as_a_whole_with_the_fields_that_there_are() throws IOException {
        for (String name : List.of("-", "x.json")) {
            assertThatThrownBy(() -> read(name, "{\"id\":7,\"\\u001b[1m\":1}\n{\"other\":7}\n"))
                    .isInstanceOf(KeyFileException.class)
                    .hasMessage("has no \"key\" in its objects; the fields of the first: id, ?[1m");
            assertThat(read(name, "{\"id\":7}\n{\"key\":7}\n").bad())
                    .containsExactly("1: has no \"key\"; allowed: a string or a whole number");
        }
    }

    @Test
    void gzip_from_a_pipe_is_read_to_the_end_of_its_last_part() throws IOException {
        byte[] first = zipped("a\n".getBytes(StandardCharsets.UTF_8));
        byte[] second = zipped("b\n".getBytes(StandardCharsets.UTF_8));
        List<String> keys = new ArrayList<>();
        new KeyFile(null, KeyColumns.standard(), KeyFormat.STRING::decode)
                .read(
                        // Between the two there is nothing to read at the moment.
                        new SequenceInputStream(new ByteArrayInputStream(first), new ByteArrayInputStream(second)),
                        "-",
                        (key, offset, length, bytes, count) ->
                                keys.add(new String(key, offset, length, StandardCharsets.UTF_8)),
                        more -> {});
        assertThat(keys).containsExactly("a", "b");
    }

    @Test
    void lines_that_are_asked_for_may_begin_as_utf_16_does() throws IOException {
        byte[] content = {(byte) 0xFE, (byte) 0xFF, '\n', 'a', '\n'};
        assertThat(read("-", content, KeyFileFormat.LINES, KeyColumns.standard(), KeyFormat.STRING).keys)
                .hasSize(2)
                .contains("a 0 1");
    }

    @Test
    void the_format_that_is_asked_for_goes_before_all() throws IOException {
        assertThat(read("x.csv", "key\n", KeyFileFormat.LINES, KeyColumns.standard(), KeyFormat.STRING).keys)
                .containsExactly("key 0 1");
    }

    @Test
    void gzip_is_known_by_its_beginning_and_a_name_that_says_so_must_be_right() throws IOException {
        byte[] zipped = zipped("key\na\n".getBytes(StandardCharsets.UTF_8));
        assertThat(read("-", zipped).keys).containsExactly("a 0 1");
        assertThatThrownBy(() -> read("x.csv.gz", "key\na\n"))
                .isInstanceOf(KeyFileException.class)
                .hasMessage("is not compressed by gzip, as its name says; allowed: another name, or gzip");
        assertThatThrownBy(() -> read("x.csv.gz", java.util.Arrays.copyOf(zipped, 5)))
                .isInstanceOf(KeyFileException.class);
        assertThatThrownBy(() -> read("x.csv.gz", java.util.Arrays.copyOf(zipped, zipped.length - 9)))
                .isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @CsvSource({"x.csv", "x.jsonl", "x.txt"})
    void a_byte_order_mark_is_no_part_of_a_key_or_a_header(String name) throws IOException {
        String content = switch (name) {
            case "x.csv" -> "key\na\n";
            case "x.jsonl" -> "{\"key\":\"a\"}\n";
            default -> "a\n";
        };
        assertThat(read(name, "\uFEFF" + content).keys).containsExactly("a 0 1");
        assertThatThrownBy(() -> read(name, content.getBytes(StandardCharsets.UTF_16)))
                .hasMessage("is in UTF-16; allowed: UTF-8");
        assertThatThrownBy(() -> read(name, ("\uFEFF" + content).getBytes(StandardCharsets.UTF_16LE)))
                .hasMessage("is in UTF-16; allowed: UTF-8");
    }

    /** Under its usual name a column may be missing; a name that somebody gave is not to be passed over. */
    @Test
    void a_column_that_somebody_has_named_must_be_there() {
        KeyColumns bytes = new KeyColumns("key", "size", "count");
        KeyColumns count = new KeyColumns("key", "bytes", "size");
        for (KeyColumns columns : List.of(bytes, count)) {
            assertThatThrownBy(() -> read("x.csv", "key,bytes,count\na,1,1\n", null, columns, KeyFormat.STRING))
                    .isInstanceOf(KeyFileException.class)
                    .hasMessage("has no column \"size\" in its header; its columns: key, bytes, count");
            assertThatThrownBy(() -> read("x.jsonl", "{\"key\":\"a\"}\n", null, columns, KeyFormat.STRING))
                    .isInstanceOf(KeyFileException.class)
                    .hasMessage(
                            "has no \"size\" in any of its objects; allowed: the name of a field that some of them have");
        }
    }

    @Test
    void a_header_without_the_key_is_refused_with_the_columns_that_there_are() {
        assertThatThrownBy(() -> read("x.csv", "id,\u001b[1m,größe\n1,2,3\n"))
                .isInstanceOf(KeyFileException.class)
                .hasMessage("has no column \"key\" in its header; its columns: id, ?[1m, größe");
        assertThatThrownBy(() -> read("x.csv", "key,key\n1,2\n")).hasMessage("has two columns \"key\"; allowed: one");
        assertThatThrownBy(() -> read("x.csv", "\"key,bytes\na,1\nb,2\n"))
                .hasMessage(
                        "line 1: the quote is not closed; allowed: RFC 4180, and has no column \"key\" in its header;"
                                + " its columns: a, 1");
    }

    @Test
    void bad_rows_of_csv_are_counted_the_first_are_kept_and_all_else_is_read() throws IOException {
        byte[] broken =
                "key,bytes,count\na,1,1\nb\n,1,1\nc,-1,1\nd,1,0\ne,1,1.5\nf,1,1,1\n\u00fc,1,1\ng,1125899906842625,1\nz,1125899906842624,2\n"
                        .getBytes(StandardCharsets.ISO_8859_1);

        Seen seen = read("x.csv", broken);

        assertThat(seen.keys).containsExactly("a 1 1", "z 1125899906842624 2");
        assertThat(seen.rows.good()).isEqualTo(2);
        assertThat(seen.rows.bad().count()).isEqualTo(8);
        assertThat(seen.bad())
                .containsExactly(
                        "3: the number of fields is 1; allowed: 3, as in the header",
                        "4: the key is empty; allowed: at least one byte",
                        "5: bytes \"-1\"; allowed: a whole number from 0 to 2^50");
        assertThat(reasons("key,count\nd,0\n"))
                .containsExactly("2: count \"0\"; allowed: a whole number from 1 to 2^50");
        assertThat(reasons("key,count\nd,1\u001b5\n"))
                .containsExactly("2: count \"1?5\"; allowed: a whole number from 1 to 2^50");
        assertThat(read("x.csv", "key\n\u00fc\na\n".getBytes(StandardCharsets.ISO_8859_1))
                        .bad())
                .containsExactly("2: the key is not UTF-8; allowed: UTF-8, or any bytes in a file of lines");
    }

    @Test
    void a_quote_that_is_not_closed_takes_its_line_and_no_more() throws IOException {
        Seen seen = read("x.csv", "key,bytes\na,1\n\"b,2\nc,3\n\"d\ne\",4\nf,5\n");

        // The quote that opens before b would be closed by the one before d, were there not a letter behind that.
        assertThat(seen.keys).containsExactly("a 1 1", "c 3 1", "d\ne 4 1", "f 5 1");
        assertThat(seen.bad()).containsExactly("3: more after a closing quote; allowed: RFC 4180");

        Seen last = read("x.csv", "key,bytes\na,1\n\"b,2\nc,3\nd,4");
        assertThat(last.keys).containsExactly("a 1 1", "c 3 1", "d 4 1");
        assertThat(last.bad()).containsExactly("3: the quote is not closed; allowed: RFC 4180");
    }

    @Test
    void rows_that_are_too_long_for_a_key_cost_themselves_only() throws IOException {
        String longKey = "k".repeat(RowSink.MAX_KEY_LENGTH + 1);
        String longLine = "l".repeat(3 * LineReader.MAX_LENGTH);
        Seen open = read("x.csv", "key\na\n\"" + "l\n".repeat(LineReader.MAX_LENGTH) + "c\n");
        // The line of the quote is lost, whose end lies further away than a row may.
        assertThat(open.keys.size()).isEqualTo(1 + LineReader.MAX_LENGTH - 1 + 1);
        assertThat(open.bad()).containsExactly("3: the quote is not closed; allowed: RFC 4180");
        for (String name : List.of("x.csv", "x.txt")) {
            Seen seen = read(name, "key\n" + longKey + "\n" + longLine + "\nb\n" + longLine);
            assertThat(seen.keys).contains("b 0 1").hasSizeLessThan(3);
            assertThat(seen.bad())
                    .hasSize(3)
                    .anySatisfy(bad -> assertThat(bad).isEqualTo("2: a key of 65537 bytes; allowed: at most 65536"))
                    .anySatisfy(bad -> assertThat(bad).startsWith("3: longer than 1048576 bytes; allowed: at most"))
                    .anySatisfy(bad -> assertThat(bad).startsWith("5: longer than 1048576 bytes; allowed: at most"));
        }
        assertThat(read("x.jsonl", "{\"key\":\"" + longLine + "\"}\n{\"key\":\"b\"}").keys)
                .containsExactly("b 0 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x                       | is not JSON: Unrecognized token 'x': was expecting (J...; allowed: an object a line",
                "[1]                     | is not a JSON object; allowed: an object a line",
                "{\"other\":1}           | has no \"key\"; allowed: a string or a whole number",
                "{\"key\":null}          | the key is null; allowed: a string or a whole number",
                "{\"key\":{}}            | the key is an object; allowed: a string or a whole number",
                "{\"key\":[]}            | the key is an array; allowed: a string or a whole number",
                "{\"key\":true}          | the key is a boolean; allowed: a string or a whole number",
                "{\"key\":1.5}           | the key is a fraction; allowed: a string or a whole number",
                "{\"key\":\"\\ud800\"}   | the key is no Unicode text; allowed: a string or a whole number",
                "{\"key\":\"\"}          | the key is empty; allowed: at least one byte",
                "{\"key\":1,\"bytes\":-1}| bytes \"-1\"; allowed: a whole number from 0 to 2^50",
                "{\"key\":1,\"count\":[]}| count \"an array\"; allowed: a whole number from 1 to 2^50",
                "{\"key\":1} {}          | goes on behind its object; allowed: one object a line",
                "{\"key\":1,\"key\":2}   | is not JSON: Duplicate field 'key'; allowed: an object a line",
                "{\"key\":1              | is not JSON: Unexpected end-of-input: expected close ...; allowed: an object a line",
            })
    void a_bad_row_of_json_says_why(String line, String reason) throws IOException {
        Seen seen = read("x.jsonl", "{\"key\":\"a\"}\n" + line + "\n{\"key\":\"b\"}\n");
        assertThat(seen.keys).containsExactly("a 0 1", "b 0 1");
        assertThat(seen.rows.bad().count()).isEqualTo(1);
        assertThat(seen.bad())
                .singleElement()
                .asString()
                .startsWith("2: ")
                .endsWith(reason.substring(reason.length() - 40));
        assertThat(seen.bad().get(0).substring(3)).startsWith(reason.substring(0, 14));
    }

    @Test
    void keys_can_be_spelled_otherwise_and_a_bad_spelling_is_a_bad_row() throws IOException {
        Seen seen = read("x.csv", "key\n42\nx\n", null, KeyColumns.standard(), KeyFormat.LONG);
        assertThat(seen.keys).containsExactly("\0\0\0\0\0\0\0* 0 1");
        assertThat(seen.bad())
                .singleElement()
                .asString()
                .startsWith("3: \"x\" is not a key of the format long; allowed:");
    }

    @Test
    void an_empty_file_has_no_rows() throws IOException {
        assertThat(read("x.csv.gz", "").rows.good()).isZero();
        for (String name : List.of("x.csv", "x.jsonl", "x.txt", "-")) {
            assertThat(read(name, "").rows.good()).isZero();
            assertThat(read(name, "\n").rows.good()).isZero();
        }
    }

    @Test
    void progress_is_told_every_byte_of_the_file_as_it_lies() throws IOException {
        Random random = new Random(1);
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            content.append(random.nextLong()).append('\n');
        }
        byte[] zipped = zipped(content.toString().getBytes(StandardCharsets.UTF_8));
        AtomicLong told = new AtomicLong();
        new KeyFile(null, KeyColumns.standard(), KeyFormat.STRING::decode)
                .read(new ByteArrayInputStream(zipped), "x.gz", (k, o, l, b, c) -> {}, told::addAndGet);
        assertThat(told).hasValue(zipped.length);
    }

    @Test
    void random_fields_come_back_as_they_were_written_with_bad_rows_between_them() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder content = new StringBuilder("x,key\r\n");
        List<String> expected = new ArrayList<>();
        long bad = 0;
        for (int i = 0; i < 2_000; i++) {
            String key = "k"
                    + random.ints(random.nextInt(6), 0, 7)
                            .mapToObj(c -> List.of("a", ",", "\"", "\n", "\r\n", "é", " ")
                                    .get(c))
                            .reduce("", String::concat);
            expected.add(key + " 0 1");
            content.append("7,\"").append(key.replace("\"", "\"\"")).append("\"\n");
            if (random.nextInt(10) == 0) {
                content.append("lost,fields,here\n");
                bad++;
            }
        }
        Seen seen = read("x.csv", content.toString());
        assertThat(seen.keys).as("seed %d", seed).containsExactlyElementsOf(expected);
        assertThat(seen.rows.bad().count()).as("seed %d", seed).isEqualTo(bad);
    }

    private static List<String> reasons(String csv) throws IOException {
        return read("x.csv", csv).bad();
    }

    private static Seen read(String name, String content) throws IOException {
        return read(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static Seen read(String name, byte[] content) throws IOException {
        return read(name, content, null, KeyColumns.standard(), KeyFormat.STRING);
    }

    private static Seen read(
            String name, String content, @Nullable KeyFileFormat format, KeyColumns columns, KeyFormat spelling)
            throws IOException {
        return read(name, content.getBytes(StandardCharsets.UTF_8), format, columns, spelling);
    }

    private static Seen read(
            String name, byte[] content, @Nullable KeyFileFormat format, KeyColumns columns, KeyFormat spelling)
            throws IOException {
        List<String> keys = new ArrayList<>();
        Rows rows = new KeyFile(format, columns, spelling::decode)
                .read(
                        new Slow(content),
                        name,
                        (key, offset, length, bytes, count) -> keys.add(
                                new String(key, offset, length, StandardCharsets.UTF_8) + " " + bytes + " " + count),
                        more -> {});
        assertThat(rows.bad().first()).extracting(BadRow::line).isSorted();
        return new Seen(keys, rows);
    }

    /** Gives what it has in pieces of odd sizes, as pipes do. */
    private static final class Slow extends ByteArrayInputStream {
        Slow(byte[] content) {
            super(content);
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, 4099));
        }
    }

    private static byte[] zipped(byte[] content) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
        }
        return zipped.toByteArray();
    }
}
