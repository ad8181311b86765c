package io.keystead.compat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Clients;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of README.md and docs/ is run, page by page and in order, by a reader who has built the repository and
 * has Kafka's tools: exit codes are as {@link Block} says, and what a page shows is what is printed ({@link ShownOutput}).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocsCommandsIT {
    /** Fewer would mean that blocks are no longer found. */
    private static final int AT_LEAST = 40;

    private final Map<Reason, Integer> notRun = new EnumMap<>(Reason.class);
    private int commands;
    private boolean clients;

    @SuppressWarnings("NullAway.Init") // made by start
    private Path directory;

    @SuppressWarnings("NullAway.Init") // made by start
    private Path tools;

    @SuppressWarnings("NullAway.Init") // made by start
    private LocalKafka kafka;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        clients = Clients.missing("python", "javascript").isEmpty();
        directory = temporary;
        tools = Files.createDirectories(directory.resolve("tools"));
        Tools.install(tools);
        // With what docs/broker-assignors.md says of it.
        kafka = LocalKafka.builder()
                .brokerConfig("group.consumer.assignors", "uniform,range,io.keystead.kafka.broker.HrwConsumerAssignor")
                .brokerConfig("group.streams.assignors", "sticky,io.keystead.kafka.broker.HrwTaskAssignor")
                .start();
    }

    @AfterAll
    void stop() {
        kafka.close();
        System.out.println("commands of docs: " + commands + " run; blocks not run: " + notRun);
        // One page alone may be asked for; all of them must have commands.
        assertThat(commands)
                .as("commands that were run")
                .isGreaterThanOrEqualTo(selected().isEmpty() ? AT_LEAST : 0);
    }

    @TestFactory
    Stream<DynamicTest> everyCommandOnAPageWorksAndPrintsWhatIsShown() throws IOException {
        List<Page> pages = Page.withCommands();
        pages.forEach(page -> page.blocks().forEach(this::countIfNotRun));
        return pages.stream()
                .filter(page -> page.toString().contains(selected()))
                .filter(page -> page.blocks().stream().anyMatch(this::isRun))
                .map(page -> DynamicTest.dynamicTest(page.toString(), () -> follow(page)));
    }

    private void countIfNotRun(Block block) {
        if (block.notRun() != null) {
            notRun.merge(block.notRun(), 1, Integer::sum);
        }
    }

    private boolean isRun(Block block) {
        return block.hasCommands() && block.notRun() == null && (clients || !block.needsClients());
    }

    /** A part of the name of the pages to follow, {@code -Dkeystead.docs.page=quick-start}; all of them by default. */
    private static String selected() {
        return System.getProperty("keystead.docs.page", "");
    }

    private void follow(Page page) throws Exception {
        String servers = kafka.bootstrapServers();
        int port = Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1));
        try (PageRun run = new PageRun(Files.createTempDirectory(directory, "page"), tools, port)) {
            for (Block block : page.blocks().stream().filter(this::isRun).toList()) {
                run.run(block);
            }
            commands += run.commands();
        } finally {
            deleteTopics(servers);
        }
    }

    /** The next page finds a Kafka without topics. */
    private static void deleteTopics(String servers) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.deleteTopics(admin.listTopics().names().get()).all().get();
        }
    }
}
