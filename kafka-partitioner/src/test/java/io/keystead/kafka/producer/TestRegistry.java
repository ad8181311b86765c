package io.keystead.kafka.producer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Knows schemas by their id: answers as Confluent's registry and as Apicurio's do to who looks one up, and registers what
 * Apicurio's serializer sends. In place of a real one for this alone.
 */
public final class TestRegistry implements AutoCloseable {
    private static final Pattern LOOKUP =
            Pattern.compile("/(?:schemas/ids|apis/registry/v2/ids/\\w+)/(\\d+)(?:/schema)?");
    private static final Pattern REGISTRATION = Pattern.compile("/apis/registry/v2/groups/[^/]+/artifacts");

    private final HttpServer server;
    private final List<String> schemas = new ArrayList<>();

    private TestRegistry(HttpServer server) {
        this.server = server;
    }

    /** On a port of its own. */
    public static TestRegistry start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TestRegistry registry = new TestRegistry(server);
        server.createContext("/", registry::answer);
        server.start();
        return registry;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Matcher lookup = LOOKUP.matcher(path);
        if (lookup.matches()) {
            reply(exchange, schema(Integer.parseInt(lookup.group(1))));
        } else if (REGISTRATION.matcher(path).matches()) {
            int id = register(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            reply(
                    exchange,
                    "{\"id\":\"orders-key\",\"groupId\":\"default\",\"version\":\"1\",\"type\":\"AVRO\",\"globalId\":"
                            + id + ",\"contentId\":" + id + "}");
        } else {
            reply(exchange, "");
        }
    }

    private static void reply(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(text.isEmpty() ? 404 : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private synchronized String schema(int id) {
        return id < 100 || id >= 100 + schemas.size() ? "" : schemas.get(id - 100);
    }

    private synchronized int register(String schema) {
        if (!schemas.contains(schema)) {
            schemas.add(schema);
        }
        return 100 + schemas.indexOf(schema);
    }

    /** The id of a schema, as its text is: another doc string is another schema. */
    public int id(Schema schema) {
        return register(schema.toString());
    }

    /** Where Confluent's registry answers. */
    public String url() {
        return root() + "/schemas/ids/{id}/schema";
    }

    String root() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Writes keys as Confluent's serializer does. */
    public Serializer<GenericRecord> serializer() {
        return (topic, key) -> key == null ? null : OrderKeys.framed(id(key.getSchema()), key);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
