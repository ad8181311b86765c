package io.keystead.compat.broker;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.RequestUtils;

/**
 * Stands between clients and a broker and shuffles the partitions of every topic in the broker's answers about metadata,
 * which the protocol allows; all else passes as it is.
 *
 * <p>A broker of today sends them in order, so that a client which takes a partition's position for its number is right by
 * luck. Until {@link #target} is called, connections are refused.
 */
public final class ShuffledMetadata implements AutoCloseable {
    private final ServerSocket server;
    private final Random random;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicLong shuffled = new AtomicLong();
    private volatile int brokerPort;

    /** Listens on a free port of 127.0.0.1. */
    public ShuffledMetadata(long seed) throws IOException {
        this.random = new Random(seed);
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        begin(this::accept);
    }

    /** Where clients connect. */
    public int port() {
        return server.getLocalPort();
    }

    /** How many answers have had a topic whose order changed. */
    public long shuffled() {
        return shuffled.get();
    }

    /** The port of the broker. */
    public void target(int port) {
        brokerPort = port;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            sockets.add(client);
            if (brokerPort == 0) {
                client.close();
                continue;
            }
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
            sockets.add(broker);
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            Map<Integer, Short> asked = new ConcurrentHashMap<>();
            begin(() -> passRequests(client, broker, asked));
            begin(() -> passAnswers(broker, client, asked));
        }
    }

    private static void begin(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                // One side has gone; the other is closed in turn.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** What a thread does until a connection ends. */
    private interface Body {
        void run() throws IOException;
    }

    /** Remembers the version of each request for metadata by the number that its answer will have. */
    private static void passRequests(Socket client, Socket broker, Map<Integer, Short> asked) throws IOException {
        try (client;
                broker) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            DataOutputStream out = new DataOutputStream(broker.getOutputStream());
            for (byte[] frame = frame(in); ; frame = frame(in)) {
                ByteBuffer header = ByteBuffer.wrap(frame);
                short api = header.getShort();
                short version = header.getShort();
                if (api == ApiKeys.METADATA.id) {
                    asked.put(header.getInt(), version);
                }
                send(out, frame);
            }
        }
    }

    private void passAnswers(Socket broker, Socket client, Map<Integer, Short> asked) throws IOException {
        try (broker;
                client) {
            DataInputStream in = new DataInputStream(broker.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            for (byte[] frame = frame(in); ; frame = frame(in)) {
                Short version = asked.remove(ByteBuffer.wrap(frame).getInt());
                send(out, version == null ? frame : shuffled(frame, version));
            }
        }
    }

    private byte[] shuffled(byte[] frame, short version) {
        short headerVersion = ApiKeys.METADATA.responseHeaderVersion(version);
        ByteBufferAccessor readable = new ByteBufferAccessor(ByteBuffer.wrap(frame));
        ResponseHeaderData header = new ResponseHeaderData(readable, headerVersion);
        MetadataResponseData answer = new MetadataResponseData(readable, version);
        boolean changed = false;
        for (MetadataResponseData.MetadataResponseTopic topic : answer.topics()) {
            if (topic.partitions().size() > 1) {
                synchronized (random) {
                    Collections.shuffle(topic.partitions(), random);
                }
                changed |= topic.partitions().get(0).partitionIndex() != 0;
            }
        }
        if (changed) {
            shuffled.incrementAndGet();
        }
        ByteBuffer bytes = RequestUtils.serialize(header, headerVersion, answer, version);
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        int length = in.readInt();
        InputStream rest = in;
        byte[] frame = rest.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException();
        }
        return frame;
    }

    private static void send(DataOutputStream out, byte[] frame) throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(Integer.BYTES + frame.length);
        whole.putInt(frame.length).put(frame);
        out.write(whole.array());
        out.flush();
    }

    @Override
    public void close() {
        try (server) {
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
