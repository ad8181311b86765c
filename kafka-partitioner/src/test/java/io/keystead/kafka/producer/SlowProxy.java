package io.keystead.kafka.producer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Stands before a broker and lets each of its answers wait: what a broker on a slow disk looks like from a client. */
final class SlowProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int brokerPort;
    private final long delayMillis;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    SlowProxy(int brokerPort, long delayMillis) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.brokerPort = brokerPort;
        this.delayMillis = delayMillis;
        threads.execute(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
                sockets.add(client);
                sockets.add(broker);
                threads.execute(() -> copy(client, broker, 0));
                threads.execute(() -> copy(broker, client, delayMillis));
            } catch (IOException e) {
                // The broker is not up yet or the proxy is closed; a client that needs it tries again.
                Thread.onSpinWait();
            }
        }
    }

    private static void copy(Socket from, Socket to, long delayMillis) {
        byte[] buffer = new byte[65_536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                TimeUnit.MILLISECONDS.sleep(delayMillis);
                out.write(buffer, 0, length);
            }
        } catch (IOException e) {
            // One side hung up, which ends the connection for both.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
