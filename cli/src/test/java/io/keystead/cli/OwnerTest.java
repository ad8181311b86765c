package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OwnerTest {
    private static final Placement TWELVE = Placement.of(Topology.ofPartitions(12));

    /** Lines of any bytes and of 0 to 200,000 bytes, in reads of any size. */
    @Test
    void every_line_is_answered_in_order_whatever_its_length_and_wherever_a_read_ends() {
        long seed = 20261129;
        SplittableRandom random = new SplittableRandom(seed);
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int line = 0; line < 5000; line++) {
            byte[] key = new byte[random.nextInt(500) == 0 ? random.nextInt(200_000) : random.nextInt(100)];
            random.nextBytes(key);
            for (int i = 0; i < key.length; i++) {
                key[i] = key[i] == '\n' ? 0 : key[i];
            }
            input.writeBytes(key);
            input.write('\n');
            expected.writeBytes(key);
            String owner = TWELVE.active().get(TWELVE.owner(key)).id();
            expected.writeBytes(("\t" + owner + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Command command = new Command(new Dribble(input.toByteArray(), random.split()));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();

        assertThat(command.executeInto(answer, "owner", "--partitions", "12")).isZero();
        assertThat(answer.toByteArray()).as("seed " + seed).isEqualTo(expected.toByteArray());
    }

    @Test
    void the_last_line_needs_no_end() {
        assertThat(Command.run("a\nb".getBytes(StandardCharsets.UTF_8), "owner", "--candidates", "x")
                        .out())
                .isEqualTo("a\tx\nb\tx\n");
    }

    @Test
    void an_empty_line_is_an_empty_key_and_no_line_is_no_key() {
        assertThat(Command.run("\n".getBytes(StandardCharsets.UTF_8), "owner", "--candidates", "x")
                        .out())
                .isEqualTo("\tx\n");
        assertThat(Command.run("owner", "--candidates", "x").out()).isEmpty();
    }

    @Test
    void a_carriage_return_is_part_of_the_key_unless_it_is_stripped() {
        byte[] windows = "order-1\r\n\r\norder-1\r".getBytes(StandardCharsets.UTF_8);

        assertThat(Command.run(windows, "owner", "--candidates", "x").out())
                .isEqualTo("order-1\r\tx\n\r\tx\norder-1\r\tx\n");
        assertThat(Command.run(windows, "owner", "--candidates", "x", "--strip-cr")
                        .out())
                .isEqualTo("order-1\tx\n\tx\norder-1\tx\n");
    }

    @Test
    void the_key_is_echoed_as_it_was_spelled_and_owned_by_its_bytes() {
        byte[] hex = "6F726465722d31\n".getBytes(StandardCharsets.UTF_8);
        byte[] text = "order-1\n".getBytes(StandardCharsets.UTF_8);

        String owner = Command.run(text, "owner", "--partitions", "12").out().split("\t", -1)[1];

        assertThat(owner).isEqualTo("9\n");
        assertThat(Command.run(hex, "owner", "--partitions", "12", "--key-format", "hex")
                        .out())
                .isEqualTo("6F726465722d31\t9\n");
    }

    @Test
    void whoever_stops_reading_is_not_told_of_it() {
        Command command =
                new Command(new ByteArrayInputStream("a\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8)));

        int exitCode = command.executeInto(new ClosedPipe("Broken pipe"), "owner", "--partitions", "3");

        assertThat(exitCode).isZero();
        assertThat(command.err()).isEmpty();
    }

    @Test
    void a_full_disk_is_an_error() {
        Command command = new Command(new ByteArrayInputStream("a\n".getBytes(StandardCharsets.UTF_8)));

        int exitCode = command.executeInto(new ClosedPipe("No space left on device"), "owner", "--partitions", "3");

        assertThat(exitCode).isEqualTo(2);
        assertThat(command.err())
                .isEqualTo("keystead owner: standard output: cannot be written: No space left on device\n");
    }

    @Test
    void a_full_disk_is_an_error_of_help_too() {
        Command command = new Command(InputStream.nullInputStream());

        assertThat(command.executeInto(new ClosedPipe("No space left on device"), "owner", "--help"))
                .isEqualTo(2);
        assertThat(command.err()).isEqualTo("keystead: standard output: cannot be written: No space left on device\n");
        assertThat(command.executeInto(new ClosedPipe("Broken pipe"), "--version"))
                .isZero();
    }

    @Test
    void an_input_that_breaks_is_an_error() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Input/output error");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException("Input/output error");
            }
        };
        Command command = new Command(broken);

        assertThat(command.executeInto(OutputStream.nullOutputStream(), "owner", "--partitions", "3"))
                .isEqualTo(2);
        assertThat(command.err()).isEqualTo("keystead owner: standard input: cannot be read: Input/output error\n");
    }

    /** Gives a few bytes at a time. */
    private static final class Dribble extends InputStream {
        private final byte[] bytes;
        private final SplittableRandom random;
        private int given;

        Dribble(byte[] bytes, SplittableRandom random) {
            this.bytes = bytes;
            this.random = random;
        }

        @Override
        public int read() {
            return given == bytes.length ? -1 : bytes[given++] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (given == bytes.length) {
                return -1;
            }
            int count = Math.min(
                    Math.min(length, bytes.length - given), 1 + random.nextInt(random.nextBoolean() ? 10 : 100_000));
            System.arraycopy(bytes, given, target, offset, count);
            given += count;
            return count;
        }
    }

    private static final class ClosedPipe extends OutputStream {
        private final String reason;

        ClosedPipe(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException(reason);
        }
    }
}
