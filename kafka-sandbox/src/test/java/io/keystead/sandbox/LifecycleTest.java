package io.keystead.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.AuthorizerServerInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifecycleTest {
    @TempDir
    Path scratch;

    @Test
    void closeFreesThePortAndDeletesTheTemporaryDirectoryAndEndsTheThreads() throws Exception {
        Set<Thread> threads = threadsThatKeepTheJvmAlive();
        LocalKafka kafka = LocalKafka.start();
        assertThat(kafka.directory().resolve("node-0")).isDirectory();

        kafka.close();
        kafka.close();

        assertThat(kafka.directory()).doesNotExist();
        assertNoMoreThreadsThan(threads);
        listenOn(portOf(kafka)).close();
        assertThatThrownBy(() -> kafka.startBroker(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The cluster is closed");
    }

    @Test
    void aGivenDirectoryIsKeptAndAGivenPortAndSettingAreUsed() throws Exception {
        int port = freePort();
        Path directory = scratch.resolve("not/yet/there");
        try (LocalKafka kafka = LocalKafka.builder()
                .directory(directory)
                .port(port)
                .brokerConfig("auto.create.topics.enable", "true")
                .start()) {
            assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
            Clients.produce(kafka, "created-by-use", 0, 1);
        }
        assertThat(directory.resolve("node-0/created-by-use-0")).isDirectory();
    }

    @Test
    void aDirectoryThatIsNotEmptyIsRefusedAndLeftAlone() throws IOException {
        Path file = Files.writeString(scratch.resolve("precious"), "data");

        assertThatThrownBy(() -> LocalKafka.builder().directory(scratch).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("directory must be absent or empty: " + scratch);
        assertThatThrownBy(() -> LocalKafka.builder().directory(file).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("directory must be absent or empty: " + file);
        assertThat(file).hasContent("data");
    }

    @Test
    void aPortInUseIsNamedAndNothingIsLeftBehind() throws IOException {
        Path directory = scratch.resolve("absent");
        try (ServerSocket taken = listenOn(0)) {
            LocalKafka.Builder builder =
                    LocalKafka.builder().port(taken.getLocalPort()).directory(directory);
            assertThatThrownBy(builder::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort() + " of 127.0.0.1")
                    .hasCauseInstanceOf(IOException.class);
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void aStartThatTakesTooLongIsGivenUpAndNothingIsLeftBehind() throws IOException {
        int port = freePort();
        Set<Thread> threads = threadsThatKeepTheJvmAlive();
        LocalKafka.Builder builder = LocalKafka.builder()
                .brokers(2)
                .port(port)
                .directory(scratch)
                .brokerConfig("authorizer.class.name", NeverReady.class.getName());

        assertThatThrownBy(() -> builder.start(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Timed out while waiting for brokers [0, 1] to run");

        assertNothingLeft(port, threads);
    }

    /** Makes a server wait for ever just before it lets requests in. */
    public static final class NeverReady extends StandardAuthorizer {
        @Override
        public Map<Endpoint, CompletableFuture<Void>> start(AuthorizerServerInfo server) {
            return server.endpoints().stream()
                    .collect(Collectors.toMap(endpoint -> endpoint, endpoint -> new CompletableFuture<>()));
        }
    }

    @Test
    void aBrokerThatFailsIsNamedWithItsReasonAndNothingIsLeftBehind() throws IOException {
        int port = freePort();
        Set<Thread> threads = threadsThatKeepTheJvmAlive();
        LocalKafka.Builder builder = LocalKafka.builder()
                .port(port)
                .directory(scratch)
                .brokerConfig("authorizer.class.name", "no.such.Authorizer");

        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Failed while waiting for broker 0 to run: ")
                .hasMessageContaining("no.such.Authorizer")
                .message()
                .hasLineCount(1);

        assertNothingLeft(port, threads);
    }

    @Test
    void anInterruptedStartIsGivenUpAndNothingIsLeftBehind() throws Exception {
        int port = freePort();
        Set<Thread> threads = threadsThatKeepTheJvmAlive();
        LocalKafka.Builder builder = LocalKafka.builder().port(port).directory(scratch);

        Thread interrupter = new Thread(interrupterOf(Thread.currentThread()));
        interrupter.start();
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Interrupted while waiting for brokers [0] to run");
        assertThat(Thread.interrupted()).isTrue();
        interrupter.join();

        assertNothingLeft(port, threads);
    }

    /** Waits for the controller to come up, which it does while the caller of start() waits. */
    private Runnable interrupterOf(Thread target) {
        Path metadata = scratch.resolve("node-0/__cluster_metadata-0/quorum-state");
        return () -> {
            while (!Files.exists(metadata)) {
                Thread.onSpinWait();
            }
            target.interrupt();
        };
    }

    private void assertNothingLeft(int port, Set<Thread> threads) throws IOException {
        assertThat(scratch).isEmptyDirectory();
        assertNoMoreThreadsThan(threads);
        listenOn(port).close();
    }

    /** A thread that has been told to end may need a moment for it. */
    private static void assertNoMoreThreadsThan(Set<Thread> before) {
        for (Thread thread : threadsThatKeepTheJvmAlive()) {
            if (!before.contains(thread)) {
                assertThatCode(() -> thread.join(5_000)).doesNotThrowAnyException();
                assertThat(thread.isAlive()).as("%s is alive", thread).isFalse();
            }
        }
    }

    private static Set<Thread> threadsThatKeepTheJvmAlive() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    private static int portOf(LocalKafka kafka) {
        return Integer.parseInt(kafka.bootstrapServers().replaceFirst(".*:", ""));
    }

    /** The first of two free ports, from a range that systems do not give to clients in the meantime. */
    private static int freePort() {
        return IntStream.iterate(20_000 + (int) (ProcessHandle.current().pid() % 9_000), port -> port + 2)
                .filter(port -> isFree(port) && isFree(port + 1))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = listenOn(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket listenOn(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }
}
