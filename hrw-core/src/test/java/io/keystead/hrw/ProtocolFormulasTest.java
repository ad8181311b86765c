package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Whoever computes with the numbers that docs/protocol.md has in its formulas computes what the code does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtocolFormulasTest {
    private static final int SEEDS = 20;
    private static final String NUMBER = "(0x[0-9A-Fa-f]+|[0-9]+)";

    @SuppressWarnings("NullAway.Init") // read by read
    private String page;

    @BeforeAll
    void read() throws IOException {
        page = new ReferencePage("protocol.md", ProtocolFormulasTest.class).text();
    }

    @Test
    void mix_is_that_of_the_page() {
        long[] first = numbers("z = \\(z \\^ \\(z >> N\\)\\) \\* N\\s+z = ");
        long[] second = numbers("z = \\(z \\^ \\(z >> N\\)\\) \\* N\\s+z \\^ ");
        long[] last = numbers("\\* \\w+\\s+z \\^ \\(z >> N\\)");
        Seeds.upTo(SEEDS, random -> {
            long word = random.nextLong();
            long z = (word ^ word >>> first[0]) * first[1];
            z = (z ^ z >>> second[0]) * second[1];
            assertThat(Score.mix(word)).isEqualTo(z ^ z >>> last[0]);
        });
    }

    @Test
    void the_race_of_unequal_weights_is_that_of_the_page() {
        long[] numbers = numbers("u = \\(\\(score >> N\\) \\+ 0\\.5\\) \\* 2\\^-N");
        Seeds.upTo(SEEDS, random -> {
            long score = random.nextLong();
            double weight = random.nextDouble(Candidate.MIN_WEIGHT, Candidate.MAX_WEIGHT);
            double u = ((score >>> numbers[0]) + 0.5) * StrictMath.scalb(1.0, -(int) numbers[1]);
            assertThat(Score.time(score, weight)).isEqualTo(-StrictMath.log(u) / weight);
        });
    }

    @Test
    void slots_are_the_upper_bits_as_the_page_has_it() {
        long[] width = numbers("slot\\(k\\) += keyHash\\(k\\) >> \\(N - slotBits\\)");
        Seeds.upTo(SEEDS, random -> {
            byte[] key = Inputs.key(random);
            int bits = 1 + random.nextInt(10);
            Placement placement = Placement.of(
                    Topology.ofPartitions(3).toBuilder().slotBits(bits).build());
            assertThat((long) placement.slot(key).orElseThrow())
                    .isEqualTo(KeyHash.xxh3(0).hash(key) >>> (width[0] - bits));
        });
    }

    @Test
    void murmur2_is_that_of_the_page() {
        int seed = (int) numbers("h = N \\^ length")[0];
        long[] word = numbers("k = k \\* N; k = k \\^ \\(k >> N\\); k = k \\* N\\s+h = \\(h \\* N\\) \\^ k");
        long[] rest = numbers("little-endian word\\) \\* N");
        long[] end = numbers("h = h \\^ \\(h >> N\\); h = h \\* N; h \\^ \\(h >> N\\)");
        Seeds.upTo(SEEDS, random -> {
            byte[] key = Inputs.key(random);
            ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
            int h = seed ^ key.length;
            while (bytes.remaining() >= Integer.BYTES) {
                int k = bytes.getInt() * (int) word[0];
                k = (k ^ k >>> word[1]) * (int) word[2];
                h = h * (int) word[3] ^ k;
            }
            if (bytes.hasRemaining()) {
                h = (h ^ (int) littleEndian(bytes)) * (int) rest[0];
            }
            h = (h ^ h >>> end[0]) * (int) end[1];
            assertThat(Murmur2.hash(key, 0, key.length)).isEqualTo(h ^ h >>> end[2]);
        });
        assertThat(numbers("b = \\(murmur2\\(key\\) & N\\) mod n")[0]).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void siphash_is_that_of_the_page() {
        long[] start = numbers("v0 = k0 \\^ N +v1 = k1 \\^ N\\s+v2 = k0 \\^ N +v3 = k1 \\^ N");
        long[] round = numbers("rotl\\(v1, N\\) \\^ v0; v0 = rotl\\(v0, N\\)\\s.*rotl\\(v3, N\\) \\^ v2\\s"
                + ".*rotl\\(v3, N\\) \\^ v0\\s.*rotl\\(v1, N\\) \\^ v2; v2 = rotl\\(v2, N\\)");
        long[] rest = numbers("\\(length mod 256\\) << N");
        long[] rounds = numbers("v3 \\^= m; N rounds; v0 \\^= m\\s+v2 \\^= N; N rounds; v0 \\^ v1 \\^ v2 \\^ v3");
        Seeds.upTo(SEEDS, random -> {
            byte[] secret = Inputs.bytes(random, 16);
            byte[] key = Inputs.key(random);
            ByteBuffer k = ByteBuffer.wrap(secret).order(ByteOrder.LITTLE_ENDIAN);
            long k0 = k.getLong();
            long k1 = k.getLong();
            long[] v = {k0 ^ start[0], k1 ^ start[1], k0 ^ start[2], k1 ^ start[3]};
            ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.remaining() >= Long.BYTES) {
                absorb(v, bytes.getLong(), rounds[0], round);
            }
            absorb(v, littleEndian(bytes) | (long) key.length << rest[0], rounds[0], round);
            v[2] ^= rounds[1];
            rounds(v, rounds[2], round);
            assertThat(KeyHash.sipHash24(secret).hash(key)).isEqualTo(v[0] ^ v[1] ^ v[2] ^ v[3]);
        });
    }

    private static void absorb(long[] v, long message, long count, long[] rotations) {
        v[3] ^= message;
        rounds(v, count, rotations);
        v[0] ^= message;
    }

    private static void rounds(long[] v, long count, long[] rotations) {
        for (long i = 0; i < count; i++) {
            v[0] += v[1];
            v[1] = Long.rotateLeft(v[1], (int) rotations[0]) ^ v[0];
            v[0] = Long.rotateLeft(v[0], (int) rotations[1]);
            v[2] += v[3];
            v[3] = Long.rotateLeft(v[3], (int) rotations[2]) ^ v[2];
            v[0] += v[3];
            v[3] = Long.rotateLeft(v[3], (int) rotations[3]) ^ v[0];
            v[2] += v[1];
            v[1] = Long.rotateLeft(v[1], (int) rotations[4]) ^ v[2];
            v[2] = Long.rotateLeft(v[2], (int) rotations[5]);
        }
    }

    /** All that are left, fewer than 8. */
    private static long littleEndian(ByteBuffer bytes) {
        long word = 0;
        for (int shift = 0; bytes.hasRemaining(); shift += Byte.SIZE) {
            word |= (bytes.get() & 0xffL) << shift;
        }
        return word;
    }

    /** The numbers that stand on the page at each {@code N} of a pattern. */
    private long[] numbers(String formula) {
        Matcher found = Pattern.compile(formula.replace("N", NUMBER)).matcher(page);
        assertThat(found.find()).as("%s on the page", formula).isTrue();
        long[] numbers = new long[found.groupCount()];
        for (int i = 0; i < numbers.length; i++) {
            String text = found.group(i + 1);
            numbers[i] = text.startsWith("0x")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text);
        }
        return numbers;
    }
}
