package io.keystead.avro;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/** Answers with the schema of an id at {@code /schemas/ids/ID/schema}, and notes what it was asked. */
final class StubRegistry implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, String> schemas = new ConcurrentHashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private volatile String authorization = "";

    private StubRegistry(HttpServer server) {
        this.server = server;
    }

    static StubRegistry start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StubRegistry registry = new StubRegistry(server);
        server.createContext("/schemas/ids/", registry::answer);
        server.start();
        return registry;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String id = Path.of(exchange.getRequestURI().getPath()).getName(2).toString();
        asked.add(id);
        authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String schema = schemas.get(id);
        byte[] body = (schema == null ? "{\"error_code\":40403}" : schema).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(schema == null ? 404 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    void put(long id, Schema schema) {
        put(id, schema.toString());
    }

    void put(long id, String text) {
        schemas.put(Long.toString(id), text);
    }

    String url() {
        return url("{id}");
    }

    String url(String placeholder) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/schemas/ids/" + placeholder + "/schema";
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    String authorization() {
        return authorization;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
