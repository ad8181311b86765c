package io.keystead.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** For those who start a broker in a process of its own. Stateless. */
public final class SeparateBroker {
    private SeparateBroker() {}

    /**
     * Ports of 127.0.0.1 that are free now, all different. Nobody holds them until the broker does.
     *
     * @param count how many
     */
    public static List<Integer> freePorts(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        List<ServerSocket> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            ports.add(held.get(i).getLocalPort());
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return ports;
    }

    /** Whether a broker at these addresses answers clients, which is asked for 2 seconds at most. */
    public static boolean isServing(String bootstrapServers) throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "2000",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "1000"))) {
            return !admin.describeCluster().nodes().get().isEmpty();
        } catch (ExecutionException e) {
            return false;
        }
    }
}
