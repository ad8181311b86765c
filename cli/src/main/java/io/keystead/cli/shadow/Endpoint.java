package io.keystead.cli.shadow;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import io.keystead.cli.BadInput;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers Prometheus with a tally's numbers at {@code /metrics}, and nobody anywhere else, until it is closed. */
final class Endpoint implements AutoCloseable {
    private static final String OPTION = "--listen";
    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)\\]|([^:\\[\\]]+)):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final String MOVED = "moved";
    private static final String PATH = "/metrics";
    private static final int NOT_FOUND = 404;

    private final HTTPServer server;
    private final String host;

    private Endpoint(HTTPServer server, String host) {
        this.server = server;
        this.host = host;
    }

    /**
     * Begins to answer.
     *
     * @param address {@code HOST:PORT}, port 0 for any that is free
     * @throws BadInput if there is no such address, or it is taken
     */
    static Endpoint open(String address, Tally tally) {
        Matcher matcher = ADDRESS.matcher(address);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > MAX_PORT) {
            throw new BadInput(
                    OPTION, "\"" + address + "\" is not an address; allowed: HOST:PORT, such as 127.0.0.1:9400");
        }
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        try {
            HTTPServer server = HTTPServer.builder()
                    .inetAddress(InetAddress.getByName(host))
                    .port(Integer.parseInt(matcher.group(3)))
                    .registry(registry(tally))
                    .authenticator(new OnePath())
                    .buildAndStart();
            return new Endpoint(server, host.contains(":") ? "[" + host + "]" : host);
        } catch (UnknownHostException e) {
            throw new BadInput(OPTION, "\"" + address + "\" names a host that is not known; allowed: HOST:PORT", e);
        } catch (IOException e) {
            throw new BadInput(
                    OPTION,
                    "\"" + address + "\" cannot be listened on: " + e.getMessage() + "; allowed: a free port",
                    e);
        }
    }

    /** Asks nobody who he is. The server answers under more paths than one, and this is where each of them can be refused. */
    private static final class OnePath extends Authenticator {
        private static final HttpPrincipal ANYBODY = new HttpPrincipal("anybody", "keystead");

        @Override
        public Result authenticate(HttpExchange exchange) {
            return PATH.equals(exchange.getRequestURI().getPath()) ? new Success(ANYBODY) : new Failure(NOT_FOUND);
        }
    }

    private static PrometheusRegistry registry(Tally tally) {
        PrometheusRegistry registry = new PrometheusRegistry();
        counter(
                registry,
                "keystead_shadow_records",
                "Records with a key, by whether the change moves them.",
                MOVED,
                sink -> {
                    Counts counts = tally.counts();
                    sink.call((double) counts.movedRecords(), "true");
                    sink.call((double) (counts.records() - counts.movedRecords()), "false");
                });
        counter(registry, "keystead_shadow_bytes", "Bytes of their keys and values.", MOVED, sink -> {
            Counts counts = tally.counts();
            sink.call((double) counts.movedBytes(), "true");
            sink.call((double) (counts.bytes() - counts.movedBytes()), "false");
        });
        counter(
                registry,
                "keystead_shadow_given_records",
                "Records that the change takes from a partition.",
                "partition",
                sink -> perPartition(sink, tally::given));
        counter(
                registry,
                "keystead_shadow_received_records",
                "Records that the change brings to a partition.",
                "partition",
                sink -> perPartition(sink, tally::received));
        CounterWithCallback.builder()
                .name("keystead_shadow_unkeyed_records")
                .help("Records without a key, which are in no other number.")
                .callback(sink -> sink.call((double) tally.counts().withoutKey()))
                .register(registry);
        CounterWithCallback.builder()
                .name("keystead_shadow_stray_records")
                .help("Records that lie elsewhere than --today says.")
                .callback(sink -> sink.call((double) tally.counts().strays()))
                .register(registry);
        CounterWithCallback.builder()
                .name("keystead_shadow_outages")
                .help("Times in which no broker answered.")
                .callback(sink -> sink.call((double) tally.counts().outages()))
                .register(registry);
        // A number of different keys is estimated, and an estimate can go down.
        GaugeWithCallback.builder()
                .name("keystead_shadow_keys")
                .help("Different keys, estimated, by whether the change moves them.")
                .labelNames(MOVED)
                .callback(sink -> {
                    sink.call((double) tally.movedKeys(), "true");
                    sink.call((double) tally.stayingKeys(), "false");
                })
                .register(registry);
        return registry;
    }

    private static void counter(
            PrometheusRegistry registry,
            String name,
            String help,
            String label,
            Consumer<CounterWithCallback.Callback> numbers) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(numbers)
                .register(registry);
    }

    private static void perPartition(CounterWithCallback.Callback sink, Supplier<Map<Integer, Long>> numbers) {
        numbers.get().forEach((partition, records) -> sink.call((double) records, String.valueOf(partition)));
    }

    /** Where it answers. */
    String url() {
        return "http://" + host + ":" + server.getPort() + PATH;
    }

    @Override
    public void close() {
        server.close();
    }
}
