package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Avro keys on the command line. */
class AvroKeyOptionsTest {
    private static final String ORDER = "{\"type\":\"record\",\"name\":\"OrderKey\",\"namespace\":\"shop\",\"fields\":["
            + "{\"name\":\"customer\",\"type\":\"string\"},{\"name\":\"number\",\"type\":\"long\"}]}";
    private static final String REORDERED =
            "{\"type\":\"record\",\"name\":\"OrderKey\",\"namespace\":\"shop\",\"fields\":["
                    + "{\"name\":\"number\",\"type\":\"long\"},{\"name\":\"customer\",\"type\":\"string\"}]}";
    private static final String KEY = "{\"customer\": \"ab\", \"number\": 7}";

    @TempDir
    Path directory;

    private String schema = "";

    @BeforeEach
    void write() throws IOException {
        schema = Files.writeString(directory.resolve("order-key.avsc"), ORDER).toString();
    }

    private Command.Result explain(String key, String... more) {
        String[] args = {
            "explain",
            key,
            "--partitions",
            "12",
            "--top",
            "1",
            "--key-encoding",
            "avro-canonical",
            "--key-schema",
            schema
        };
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return Command.run(all);
    }

    @Test
    void a_key_is_spelled_as_json_and_placed_by_its_canonical_bytes() {
        Command.Result result = explain(KEY);

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("key       0x0461620e  4 bytes\nencoding  avro-canonical:fc43f652941a2545\nkey hash  ");
        assertThat(result.out().lines().skip(2))
                .as("the bytes alone have the same owner")
                .containsExactlyElementsOf(
                        Command.run("explain", "0461620e", "--key-format", "hex", "--partitions", "12", "--top", "1")
                                .out()
                                .lines()
                                .skip(1)
                                .toList());
    }

    @Test
    void a_key_off_the_wire_is_looked_up_and_has_the_owner_of_its_json() throws IOException {
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/19", exchange -> {
            byte[] body = REORDERED.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        registry.start();
        try {
            String url = "http://127.0.0.1:" + registry.getAddress().getPort() + "/{id}";
            Command.Result wire = explain("00000000130e046162", "--key-format", "hex", "--key-registry-url", url);
            assertThat(wire.err()).isEmpty();
            assertThat(wire.out()).isEqualTo(explain(KEY).out());
            String[] options = {"--key-encoding", "avro-canonical", "--key-schema", ORDER, "--key-registry-url", url};
            Command.Result owners = Command.run(
                    "00000000130e046162\n".getBytes(StandardCharsets.UTF_8),
                    Stream.concat(
                                    Stream.of("owner", "--partitions", "12", "--key-format", "hex"),
                                    Arrays.stream(options))
                            .toArray(String[]::new));
            assertThat(owners.out()).matches("00000000130e046162\t\\d+\n");
            assertThat(wire.out()).contains("owner     " + owners.out().strip().substring(19) + ":");
        } finally {
            registry.stop(0);
        }
    }

    @Test
    void owners_of_keys_as_json_and_the_topology_names_the_encoding() throws IOException {
        Command.Result owners = Command.run(
                (KEY + "\n" + KEY + "\n").getBytes(StandardCharsets.UTF_8),
                "owner",
                "--partitions",
                "12",
                "--key-encoding",
                "avro-canonical",
                "--key-schema",
                schema);
        assertThat(owners.out().lines()).hasSize(2).allMatch(line -> line.matches("\\{.*\\}\t\\d+"));

        JsonNode json = new ObjectMapper().readTree(explain(KEY, "--json").out());
        assertThat(json.at("/topology/keyEncoding").asText()).isEqualTo("avro-canonical:fc43f652941a2545");
        JsonNode plain = new ObjectMapper()
                .readTree(Command.run("explain", "a", "--partitions", "12", "--json")
                        .out());
        assertThat(plain.at("/topology/keyEncoding").asText()).isEqualTo("bytes");
        assertThat(json.at("/topology/fingerprint")).isNotEqualTo(plain.at("/topology/fingerprint"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "--key-encoding avro~--key-encoding: \"avro\" is not a key encoding; allowed: bytes, avro-canonical",
                "--key-encoding avro-canonical~--key-encoding: \"avro-canonical\" has no schema; allowed: with --key-schema, a"
                        + " schema as JSON, which begins with {, [ or \", or the path of a file (.avsc) that holds one",
                "--key-schema \"long\"~--key-schema: \"\"long\"\" is of Avro keys; allowed with --key-encoding avro-canonical"
                        + " only",
                "--key-wire id8~--key-wire: \"id8\" is of Avro keys; allowed with --key-encoding avro-canonical only",
                "--key-registry-url http://a/{id}~--key-registry-url: \"http://a/{id}\" is of Avro keys; allowed with"
                        + " --key-encoding avro-canonical only",
                "--key-encoding avro-canonical --key-schema \"long\" --key-wire id5~--key-wire: \"id5\" is not a wire format;"
                        + " allowed: id4, id8, header, none",
                "--key-encoding avro-canonical --key-schema \"long\" --key-wire header~--key-wire: \"header\" needs a record's"
                        + " headers; allowed here: id4, id8, none",
                "--key-encoding avro-canonical --key-schema none.avsc~--key-schema: the schema file \"none.avsc\" does not"
                        + " exist; allowed: a schema as JSON, which begins with {, [ or \", or the path of a file (.avsc) that"
                        + " holds one",
                "--key-encoding avro-canonical --key-schema \"long\" --base murmur2/12~the options together: the key encoding",
                "--key-encoding avro-canonical --key-schema \"long\" --key-registry-url a~--key-registry-url: the registry's"
                        + " URL \"a\" has no place for the id",
                "--key-encoding avro-canonical --key-schema \"long\" --key-registry-auth-file f~--key-registry-auth-file: \"f\""
                        + " goes with a registry; allowed with --key-registry-url only",
                "--key-encoding avro-canonical --key-schema \"long\" --key-format long~--key-format: \"long\" does not go with"
                        + " Avro keys; allowed with them: string (JSON as Avro encodes the key), hex, base64 (the bytes on the"
                        + " wire)",
                "--key-encoding avro-canonical --key-schema \"long\"~KEY: \"x\" is not a key of the schema long",
                "--key-encoding avro-canonical --key-schema \"long\" --key-format hex~KEY: \"x\" is not a key of the format"
                        + " hex",
            })
    void what_is_wrong_is_refused_by_its_option(String options, String message) {
        String[] own = options.split(" ", -1);
        String[] args = Arrays.copyOf(new String[] {"explain", "x", "--partitions", "12"}, 4 + own.length);
        System.arraycopy(own, 0, args, 4, own.length);

        Command.Result result = Command.run(args);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("keystead explain: " + message).hasLineCount(1);
    }
}
