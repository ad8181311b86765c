package io.keystead.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Serialized keys, and the registry that knows their writers' schemas. */
class WireTest {
    private static final Schema ORDER = AvroKeysTest.schema(AvroKeysTest.ORDER);
    private static final Schema DOCUMENTED =
            AvroKeysTest.schema(AvroKeysTest.ORDER.replace("\"long\"}", "\"long\", \"doc\": \"d\"}"));
    private static final Schema REORDERED = SchemaBuilder.record("OrderKey")
            .namespace("shop")
            .fields()
            .requiredLong("number")
            .requiredString("customer")
            .endRecord();
    private static final byte[] CANONICAL = HexFormat.of().parseHex("0461620e");

    private StubRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = StubRegistry.start();
        registry.put(17, ORDER);
        registry.put(18, DOCUMENTED);
        registry.put(19, REORDERED);
        registry.put(1L << 40, REORDERED);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private AvroKeys keys(KeyWire wire) {
        return AvroKeys.of(AvroKeysTest.ORDER).withWire(wire).withRegistry(registry.url(), null);
    }

    private static byte[] ofWire(AvroKeys keys, byte[] bytes) {
        return keys.ofWire(bytes, 0, bytes.length, KeyHeaders.UNSEEN);
    }

    private static GenericRecord key(Schema schema) {
        return AvroKeysTest.order(schema, "ab", 7);
    }

    /** The bytes of Confluent's documented wire format: a byte 0, the id in 4 bytes, highest first, Avro binary. */
    @Test
    void one_key_under_three_schema_ids_has_one_form_and_its_plain_bytes_have_three() {
        AvroKeys keys = keys(KeyWire.ID4);
        byte[] first = HexFormat.of().parseHex("00000000110461620e");
        byte[] documented = HexFormat.of().parseHex("00000000120461620e");
        byte[] reordered = HexFormat.of().parseHex("00000000130e046162");
        assertThat(first).isEqualTo(Wires.id4(17, Wires.bare(ORDER, key(ORDER))));
        assertThat(reordered).isEqualTo(Wires.id4(19, Wires.bare(REORDERED, key(REORDERED))));

        assertThat(ofWire(keys, first))
                .isEqualTo(ofWire(keys, documented))
                .isEqualTo(ofWire(keys, reordered))
                .isEqualTo(CANONICAL);
        assertThat(first).isNotEqualTo(documented).isNotEqualTo(reordered);
    }

    @Test
    void an_id_of_8_bytes_is_read_and_one_in_a_header_too() {
        byte[] bare = Wires.bare(REORDERED, key(REORDERED));
        assertThat(ofWire(keys(KeyWire.ID8), Wires.id8(1L << 40, bare))).isEqualTo(CANONICAL);

        byte[] id = ByteBuffer.allocate(8).putLong(1L << 40).array();
        for (String kind : new String[] {"globalId", "contentId"}) {
            AvroKeys keys = AvroKeys.of(AvroKeysTest.ORDER)
                    .withRegistry(registry.url("{" + kind + "}"), null)
                    .withWire(KeyWire.HEADER);
            assertThat(keys.ofWire(bare, 0, bare.length, Map.of("apicurio.key." + kind, id)::get))
                    .isEqualTo(CANONICAL);
            assertThatThrownBy(() -> keys.ofWire(bare, 0, bare.length, Map.of("apicurio.value." + kind, id)::get))
                    .isInstanceOf(AvroKeyException.class)
                    .hasMessage("the header apicurio.key." + kind
                            + " of a key is missing; allowed: 8 bytes, the schema's id, highest first");
            assertThatThrownBy(
                            () -> keys.ofWire(bare, 0, bare.length, Map.of("apicurio.key." + kind, new byte[4])::get))
                    .hasMessageContaining("has 4 bytes; allowed: 8");
            assertThatThrownBy(() -> ofWire(keys, bare))
                    .hasMessageContaining("has its schema's id in a header, and no header is shown here");
        }
        assertThatThrownBy(() -> keys(KeyWire.HEADER))
                .hasMessageContaining("allowed with it: {globalId} or {contentId} in the place of {id}");
    }

    @Test
    void bare_avro_is_read_by_the_key_schema_and_no_registry_is_asked() {
        assertThat(ofWire(keys(KeyWire.NONE), CANONICAL)).isEqualTo(CANONICAL);
        assertThat(registry.asked()).isEmpty();
    }

    @Test
    void a_key_may_stand_anywhere_in_an_array() {
        byte[] framed = Wires.id4(19, Wires.bare(REORDERED, key(REORDERED)));
        byte[] windowed = new byte[3 + framed.length + 8];
        Arrays.fill(windowed, (byte) 0x55);
        System.arraycopy(framed, 0, windowed, 3, framed.length);

        assertThat(keys(KeyWire.ID4).ofWire(windowed, 3, framed.length, KeyHeaders.UNSEEN))
                .isEqualTo(CANONICAL);
    }

    @Test
    void a_schema_is_asked_for_once_and_an_id_that_failed_again() {
        AvroKeys keys = keys(KeyWire.ID4);
        for (int i = 0; i < 5; i++) {
            ofWire(keys, Wires.id4(17, CANONICAL));
            ofWire(keys, Wires.id4(18, CANONICAL));
        }
        assertThat(registry.asked()).containsExactly("17", "18");

        assertThatThrownBy(() -> ofWire(keys, Wires.id4(20, CANONICAL)))
                .isInstanceOf(AvroKeyException.class)
                .hasMessage("the registry answered 404 to " + registry.url("20")
                        + ", which asks for schema 20 of a key; allowed: 200 with the schema");
        registry.put(20, ORDER);
        assertThat(ofWire(keys, Wires.id4(20, CANONICAL))).isEqualTo(CANONICAL);
    }

    @Test
    void an_answer_that_is_no_schema_is_refused() {
        // What Confluent's registry answers where its URL ends without /schema.
        registry.put(21, "{\"schema\":\"\\\"string\\\"\"}");
        assertThatThrownBy(() -> ofWire(keys(KeyWire.ID4), Wires.id4(21, CANONICAL)))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith(
                        "the registry's answer for schema 21 {\"schema\":\"\\\"string\\\"\"} is not one (");
    }

    @ParameterizedTest
    @CsvSource({
        "'', a serialized key of 0 bytes is not of the wire format id4",
        "00000011, a serialized key of 4 bytes, the first of them 0, is not of the wire format id4",
        "01000000110461620e, a serialized key of 9 bytes, the first of them 1, is not of the wire format id4",
        "00ffffffff0461620e, a key names the schema -1; allowed: ids of 0 and above",
        "0000000011, a key cannot be read as the key schema has it: field customer: ",
        "00000000110461, a key cannot be read as the key schema has it: field customer: ",
        "00000000110461620e00, a key has bytes left over after its shop.OrderKey",
    })
    void what_is_not_a_key_of_the_wire_format_is_refused(String digits, String message) {
        assertThatThrownBy(() -> ofWire(keys(KeyWire.ID4), HexFormat.of().parseHex(digits)))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void without_a_registry_a_serialized_key_is_refused_and_an_object_is_not() {
        AvroKeys keys = AvroKeys.of(AvroKeysTest.ORDER);
        byte[] framed = Wires.id4(17, CANONICAL);

        assertThatThrownBy(() -> ofWire(keys, framed))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith("a serialized key names schema 17, and there is no registry to look it up"
                        + " (keystead.key.registry.url); allowed: http://");
        assertThat(keys.ofRecord(key(REORDERED), framed, KeyHeaders.UNSEEN)).isEqualTo(CANONICAL);
    }

    @Test
    void a_record_is_placed_by_its_object_or_if_that_is_its_bytes_by_them() {
        AvroKeys keys = keys(KeyWire.ID4);
        byte[] framed = Wires.id4(19, Wires.bare(REORDERED, key(REORDERED)));

        assertThat(keys.ofRecord(key(REORDERED), framed, KeyHeaders.UNSEEN)).isEqualTo(CANONICAL);
        assertThat(registry.asked()).isEmpty();
        assertThat(keys.ofRecord(framed.clone(), framed, KeyHeaders.UNSEEN)).isEqualTo(CANONICAL);
        assertThat(keys.ofRecord(ByteBuffer.wrap(framed), framed, KeyHeaders.UNSEEN))
                .isEqualTo(CANONICAL);
        assertThat(keys.ofRecord(null, framed, KeyHeaders.UNSEEN)).isEqualTo(CANONICAL);
        assertThat(keys.ofRecord(new Object(), framed, KeyHeaders.UNSEEN))
                .as("an object of somebody else's, which a serializer made Avro of")
                .isEqualTo(CANONICAL);
        assertThat(registry.asked()).containsExactly("19");
    }

    @Test
    void bytes_that_a_serializer_has_framed_are_a_key_of_the_schema_bytes() {
        registry.put(30, "\"bytes\"");
        AvroKeys keys = AvroKeys.of("\"bytes\"").withRegistry(registry.url(), null);
        byte[] framed = Wires.id4(30, new byte[] {4, 'a', 'b'});

        assertThat(keys.ofRecord(new byte[] {'a', 'b'}, framed, KeyHeaders.UNSEEN))
                .isEqualTo(ofWire(keys, framed))
                .isEqualTo(new byte[] {4, 'a', 'b'});
    }

    @Test
    void an_object_whose_bytes_no_reader_could_place_is_refused() {
        assertThatThrownBy(() -> keys(KeyWire.ID4).ofRecord("ab", new byte[] {'a', 'b'}, KeyHeaders.UNSEEN))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith(
                        "a serialized key of 2 bytes, the first of them 97, is not of the wire format id4");
    }

    @Test
    void the_authorization_is_read_for_each_question_and_never_shown(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("auth"), "Basic c2VjcmV0OnNlY3JldA==\n");
        AvroKeys keys = AvroKeys.of(AvroKeysTest.ORDER).withRegistry(registry.url(), file);

        ofWire(keys, Wires.id4(17, CANONICAL));
        assertThat(registry.authorization()).isEqualTo("Basic c2VjcmV0OnNlY3JldA==");
        Files.writeString(file, "Bearer another");
        assertThatThrownBy(() -> ofWire(keys, Wires.id4(99, CANONICAL)))
                .message()
                .doesNotContain("Bearer", "another", "Basic");
        assertThat(registry.authorization()).isEqualTo("Bearer another");

        for (String bad : new String[] {"", " \n", "Basic a\nX-Other: b", "Basic \u00e9", "x".repeat(1 << 15)}) {
            Files.writeString(file, bad);
            assertThatThrownBy(() -> AvroKeys.of(AvroKeysTest.ORDER).withRegistry(registry.url(), file))
                    .isInstanceOf(AvroKeyException.class)
                    .hasMessageMatching(
                            "the authorization file .* does not hold one line of 1 to 16384 ASCII characters;"
                                    + " allowed: a file of one line, the value of the header Authorization, for example: Basic.*")
                    .message()
                    .doesNotContain("X-Other");
        }
        Files.delete(file);
        assertThatThrownBy(() -> AvroKeys.of(AvroKeysTest.ORDER).withRegistry(registry.url(), file))
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> AvroKeys.of(AvroKeysTest.ORDER).withRegistry(registry.url(), directory))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void a_redirection_is_not_followed() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Location", registry.url("17"));
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        other.start();
        try {
            AvroKeys keys = AvroKeys.of(AvroKeysTest.ORDER)
                    .withRegistry("http://127.0.0.1:" + other.getAddress().getPort() + "/{id}", null);
            assertThatThrownBy(() -> ofWire(keys, Wires.id4(17, CANONICAL))).hasMessageContaining("answered 302");
        } finally {
            other.stop(0);
        }
        assertThat(registry.asked()).isEmpty();
    }

    @Test
    void a_registry_that_is_away_or_silent_is_an_error_in_time() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            AvroKeys keys = AvroKeys.of(AvroKeysTest.ORDER)
                    .withRegistry("http://127.0.0.1:" + silent.getLocalPort() + "/{id}", null);
            long start = System.nanoTime();
            assertThatThrownBy(() -> ofWire(keys, Wires.id4(17, CANONICAL)))
                    .isInstanceOf(AvroKeyException.class)
                    .hasMessageMatching(
                            "the registry cannot be asked for schema 17 of a key at http://127.0.0.1:\\d+/17"
                                    + " \\(.*\\); allowed: one that answers within 10 s");
            assertThat(System.nanoTime() - start).isBetween(9_000_000_000L, 20_000_000_000L);
        }
        registry.close();
        assertThatThrownBy(() -> ofWire(keys(KeyWire.ID4), Wires.id4(17, CANONICAL)))
                .hasMessageContaining("ConnectException");
    }

    @Test
    void an_interrupted_thread_does_not_wait_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ofWire(keys(KeyWire.ID4), Wires.id4(17, CANONICAL)))
                .hasMessageContaining("the thread was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://registry/ids",
                "http://registry/{id}/{id}",
                "http://registry/{id}/{globalId}",
                "ftp://registry/{id}",
                "registry/{id}",
                "http:///{id}",
                "http://a b/{id}"
            })
    void a_url_that_is_none_of_a_registry_is_refused(String url) {
        assertThatThrownBy(() -> AvroKeys.of(AvroKeysTest.ORDER).withRegistry(url, null))
                .isInstanceOf(AvroKeyException.class)
                .hasMessageStartingWith("the registry's URL \"" + url + "\" ")
                .hasMessageEndingWith("; allowed: " + AvroKeys.allowedRegistries());
    }

    @Test
    void a_url_that_names_a_user_is_refused_without_showing_it() {
        assertThatThrownBy(() -> AvroKeys.of(AvroKeysTest.ORDER).withRegistry("http://me:secret@registry/{id}", null))
                .isInstanceOf(AvroKeyException.class)
                .message()
                .contains("names a user")
                .doesNotContain("secret");
    }

    @Test
    void a_wire_format_goes_by_its_name() {
        for (KeyWire wire : KeyWire.values()) {
            assertThat(KeyWire.parse(wire.toString())).isEqualTo(wire);
        }
        assertThatThrownBy(() -> KeyWire.parse("ID4"))
                .isInstanceOf(AvroKeyException.class)
                .hasMessage("\"ID4\" is not a wire format; allowed: id4, id8, header, none");
        assertThat(KeyHeaders.UNSEEN).hasToString("unseen");
        assertThat(KeyHeaders.UNSEEN.last("a")).isNull();
        assertThat(keys(KeyWire.ID8).wire()).isEqualTo(KeyWire.ID8);
        assertThat(AvroKeys.allowedSchemas()).contains(".avsc");
    }
}
