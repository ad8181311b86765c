package io.keystead.hrw.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Inputs;
import io.keystead.hrw.Seeds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    private static final List<KeyHash> BOTH = List.of(KeyHash.xxh3(42), KeyHash.sipHash24(new byte[16]));

    @Test
    void xxh3_gives_the_check_values_of_the_reference_implementation() {
        assertThat(Long.toHexString(KeyHash.xxh3(42).hash(checkBytes(17)))).isEqualTo("7c41a57ae29003da");
        assertThat(Long.toHexString(KeyHash.xxh3(0).hash(checkBytes(300)))).isEqualTo("baad8e6a5f186ce6");
        assertThat(Long.toHexString(KeyHash.xxh3(0).hash(new byte[0]))).isEqualTo("2d06800538d394c2");
    }

    /** The lengths go over every branch of XXH3: 0, 1-3, 4-8, 9-16, 17-128, 129-240 and above. */
    @Test
    void a_slice_hashes_like_a_copy_of_it() {
        Seeds.upTo(3, random -> {
            byte[] bytes = Inputs.bytes(random, 3000);
            for (KeyHash hash : BOTH) {
                for (int length = 0; length <= 1100; length++) {
                    int offset = random.nextInt(bytes.length - length + 1);
                    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
                    assertThat(hash.hash(bytes, offset, length))
                            .as("%s of %d bytes from %d", hash, length, offset)
                            .isEqualTo(hash.hash(copy));
                }
            }
        });
    }

    @Test
    void two_hashes_are_equal_when_they_compute_the_same_function() {
        byte[] secret = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        KeyHash sip = KeyHash.sipHash24(secret);

        assertThat(KeyHash.xxh3(5)).isEqualTo(KeyHash.xxh3(5)).hasSameHashCodeAs(KeyHash.xxh3(5));
        assertThat(KeyHash.xxh3(5)).isNotEqualTo(KeyHash.xxh3(6)).isNotEqualTo(sip);
        assertThat(sip).isEqualTo(KeyHash.sipHash24(secret)).hasSameHashCodeAs(KeyHash.sipHash24(secret));
        for (int place = 0; place < secret.length; place++) {
            byte[] other = secret.clone();
            other[place] ^= 1;
            assertThat(KeyHash.sipHash24(other)).as("byte %d", place).isNotEqualTo(sip);
        }
        assertThat(sip).isNotEqualTo(KeyHash.xxh3(0));
    }

    @Test
    void the_secret_is_copied() {
        byte[] secret = new byte[16];
        KeyHash hash = KeyHash.sipHash24(secret);
        secret[0] = 1;

        assertThat(hash).isEqualTo(KeyHash.sipHash24(new byte[16]));
        assertThat(hash.hash(new byte[3]))
                .isEqualTo(KeyHash.sipHash24(new byte[16]).hash(new byte[3]));
    }

    @Test
    void the_text_of_a_hash_shows_its_seed_as_unsigned_hexadecimal() {
        assertThat(KeyHash.xxh3(42)).hasToString("xxh3-64:000000000000002a");
        assertThat(KeyHash.xxh3(-1)).hasToString("xxh3-64:ffffffffffffffff");
    }

    /** SHA-256 of 16 zero bytes begins 374708fff7719dd5 (sha256sum). */
    @Test
    void the_text_of_a_hash_shows_no_secret_but_the_first_8_bytes_of_its_sha_256() {
        assertThat(KeyHash.sipHash24(new byte[16])).hasToString("siphash-2-4:374708fff7719dd5");
    }

    @Test
    void a_secret_of_another_length_is_refused_without_showing_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyHash.sipHash24(new byte[] {77, 77, 77}))
                .withMessage("a siphash-2-4 secret has 3 bytes; allowed: exactly 16 raw bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyHash.sipHash24(new byte[17]))
                .withMessage("a siphash-2-4 secret has 17 bytes; allowed: exactly 16 raw bytes");
    }

    private static byte[] checkBytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }
}
