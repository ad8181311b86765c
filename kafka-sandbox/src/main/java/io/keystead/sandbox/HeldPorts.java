package io.keystead.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Keeps the cluster's ports on 127.0.0.1 from other sockets while no server listens on them.
 *
 * <p>A port is held by a socket that is bound and does not listen: the operating system hands the port to nobody who
 * asks for a free one, and refuses whoever connects, as it does for a broker that is down. Kafka opens its server sockets through this
 * class, which lets go of a port in the instant before. Safe for use by several threads.
 */
final class HeldPorts implements ServerSocketFactory, Closeable {
    static final String HOST = "127.0.0.1";
    private static final byte[] ADDRESS = {127, 0, 0, 1};

    private final Map<Integer, Socket> held = new HashMap<>();

    /**
     * Holds a port and returns its number.
     *
     * @param port 1 to 65535, or 0 for any free one
     * @throws IllegalStateException if the port is in use
     */
    synchronized int hold(int port) {
        Socket socket = new Socket();
        try {
            // Connections of an earlier server on this port may still be in TIME_WAIT.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port));
        } catch (IOException e) {
            throw new IllegalStateException("Port " + port + " of " + HOST + " cannot be used: " + e.getMessage(), e);
        }
        held.put(socket.getLocalPort(), socket);
        return socket.getLocalPort();
    }

    @Override
    public synchronized ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBuffer) throws IOException {
        Socket holder = held.remove(address.getPort());
        if (holder != null) {
            holder.close();
        }
        return INSTANCE.openServerSocket(listener, address, backlog, receiveBuffer);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Socket socket : held.values()) {
            socket.close();
        }
        held.clear();
    }
}
