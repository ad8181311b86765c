package io.keystead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void the_built_in_keys_are_debian_s_packages() {
        KeySet keys = KeyFile.builtIn();

        assertThat(keys.size()).isEqualTo(63_679);
        assertThat(keys.isSized()).isTrue();
        assertThat(keys.repeated()).isZero();
        assertThat(keys.largest()).isEqualTo(1_535_845_016L);
        assertThat(keys.indexOf("0ad".getBytes(StandardCharsets.UTF_8))).isZero();
        assertThat(keys.bytes(0)).isEqualTo(7_891_488);
    }

    @Test
    void plain_lines_are_bytes_as_they_stand_without_their_end_and_without_sizes() throws IOException {
        byte[] content = "b\r\n\n\u00e9 ,x\na".getBytes(StandardCharsets.ISO_8859_1);

        KeySet keys = read(content);

        assertThat(texts(keys)).containsExactly("b", "\u00e9 ,x", "a");
        assertThat(keys.isSized()).isFalse();
        assertThat(keys.largest()).isZero();
    }

    @Test
    void a_file_with_a_header_has_its_keys_under_key_and_may_have_sizes() throws IOException {
        KeySet sized =
                read("key,section,bytes\r\na,x,10\r\n\"b,\"\"c\",y,20\r\na,x,5\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(texts(sized)).containsExactly("a", "b,\"c");
        assertThat(sized.isSized()).isTrue();
        assertThat(sized.bytes(0)).isEqualTo(15);
        assertThat(sized.bytes(1)).isEqualTo(20);
        assertThat(sized.repeated()).isEqualTo(1);

        KeySet plain = read("\"key\"\na\nb\n".getBytes(StandardCharsets.UTF_8));
        assertThat(texts(plain)).containsExactly("a", "b");
        assertThat(plain.isSized()).isFalse();
    }

    @Test
    void values_are_as_long_as_sizes_by_one_factor_and_never_longer_than_64_kib() {
        Payload payload = new Payload(1_535_845_016L);
        assertThat(payload.factor()).isEqualTo(23_436);
        assertThat(payload.length(1_535_845_016L)).isEqualTo(65_534);
        assertThat(payload.length(1)).isEqualTo(1);
        assertThat(payload.value(0)).isEmpty();
        assertThat(new Payload(0).factor()).isEqualTo(1);
        assertThat(new Payload(65_537).factor()).isEqualTo(2);
        assertThat(Payload.bytes(payload.header(1L << 40))).isEqualTo(1L << 40);
    }

    private KeySet read(byte[] content) throws IOException {
        return KeyFile.read(Files.write(directory.resolve("keys"), content));
    }

    private static List<String> texts(KeySet keys) {
        List<String> texts = new ArrayList<>();
        for (int index = 0; index < keys.size(); index++) {
            texts.add(new String(keys.key(index), StandardCharsets.ISO_8859_1));
        }
        return texts;
    }
}
