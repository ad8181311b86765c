package io.keystead.cli.verify;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyHeaders;
import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.KafkaLog;
import io.keystead.cli.Keystead;
import io.keystead.cli.Numbers;
import io.keystead.cli.Progress;
import io.keystead.cli.TopologyOptions;
import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.ClusterOptions;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.Scan;
import io.keystead.cli.topic.ScanLimits;
import io.keystead.cli.topic.ScanPlan;
import io.keystead.cli.topic.ScanResult;
import io.keystead.cli.topic.Start;
import io.keystead.cli.topic.Times;
import io.keystead.hrw.Topology;
import io.keystead.kafka.producer.ClientIdHeader;
import io.keystead.kafka.topology.HotKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keystead verify}: whether the records of a topic lie where their keys belong. */
@Command(
        name = "verify",
        description =
                "Read a topic and check that every record lies in the partition that its key owns. Exit code 1 if one does"
                        + " not. Joins no group, commits nothing, creates nothing.")
public final class VerifyCommand implements Callable<Integer> {
    private static final String EXPECT = "--expect";
    private static final String CLIENT_HEADER = "--client-header";
    private static final String PARTITIONS = "--partitions";
    private static final String HRW = "hrw";
    private static final String HOT_KEYS = "--hot-keys";
    private static final String WINDOWED = "--windowed";
    private static final int MAX_EXAMPLES = 10_000;
    private static final int MAX_THREADS = 64;

    private final Keystead keystead;

    @Parameters(paramLabel = "TOPIC", description = "The topic.")
    private String topic = "";

    @Mixin
    private ClusterOptions clusterOptions = new ClusterOptions();

    @Option(
            names = EXPECT,
            paramLabel = "SCHEME",
            description = "What the topic must have been written with: hrw (the default, and the options say with which"
                    + " topology), murmur2 (Kafka's default partitioner), crc32 (librdkafka's), or fnv (sarama's).")
    private @Nullable String expect;

    @Option(
            names = CLIENT_HEADER,
            paramLabel = "NAME",
            description = "The header that says which client wrote a record; " + ClientIdHeader.NAME + " by default.")
    private @Nullable String clientHeader;

    @Mixin
    private TopologyOptions topologyOptions = new TopologyOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = HOT_KEYS,
            paramLabel = "FILE",
            description = "The producers' keystead.hot.keys.file: a key in it may be on any of its best candidates.")
    private @Nullable Path hotKeys;

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description = "Where to begin: beginning (the default), end, or an offset.")
    private @Nullable String from;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Begin with what has this timestamp or a later one: 2h, 7d, or 2026-11-30T08:00:00Z.")
    private @Nullable String since;

    @Option(names = "--max-records", paramLabel = "COUNT", description = "Stop after so many records.")
    private @Nullable String maxRecords;

    @Option(
            names = "--live",
            description =
                    "Go on with what is being written, until Ctrl-C; else stop at the end that the topic has now.")
    private boolean live;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            description = "With --live: stop after this time, such as 90s or 2h.")
    private @Nullable String longest;

    @Option(
            names = "--threads",
            paramLabel = "COUNT",
            description = "How many partitions to read at a time; 1 by default.")
    private String threads = "1";

    @Option(
            names = WINDOWED,
            paramLabel = "KIND",
            description =
                    "Keys are those of a Kafka Streams window, placed by the key inside: time, session, or window-store (a"
                            + " changelog).")
    private @Nullable String windowed;

    @Option(
            names = "--examples",
            paramLabel = "COUNT",
            description = "How many keys to show that lie elsewhere; 20 by default.")
    private String examples = "20";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /**
     * The command.
     *
     * @param keystead what this is a command of
     */
    public VerifyCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    /** The options, read. */
    private record Request(
            @Nullable Scheme scheme,
            String clientHeader,
            Start start,
            long maxRecords,
            @Nullable Duration longest,
            int threads,
            int windowBytes,
            int examples,
            HotKeys hotKeys) {}

    @Override
    public Integer call() throws Exception {
        Request request = request();
        return KafkaLog.during(keystead, () -> verify(request));
    }

    private Request request() {
        @Nullable String time = longest;
        if (time != null && !live) {
            throw new BadInput("--for", "\"" + time + "\" goes with --live only");
        }
        return new Request(
                scheme(),
                header(),
                Start.parse(from, since, text -> Times.millis("--since", text, Instant.now())),
                maxRecords == null ? Long.MAX_VALUE : Numbers.parse("--max-records", maxRecords, 1, Integer.MAX_VALUE),
                time == null ? null : Times.duration("--for", time),
                Numbers.parse("--threads", threads, 1, MAX_THREADS),
                windowed == null ? 0 : Window.parse(WINDOWED, windowed).bytes(),
                Numbers.parse("--examples", examples, 0, MAX_EXAMPLES),
                hotKeys());
    }

    /** Null for HRW. */
    private @Nullable Scheme scheme() {
        @Nullable String name = expect;
        if (name == null || name.equals(HRW)) {
            return null;
        }
        Scheme scheme = Scheme.parse(EXPECT, name);
        // What belongs to a topology has no meaning here, but for how many partitions there were.
        for (OptionSpec given : given()) {
            if (!given.longestName().equals(PARTITIONS)) {
                throw new BadInput(
                        given.longestName(),
                        "\"" + given.originalStringValues().get(0) + "\" does not go with " + EXPECT + " " + name
                                + "; allowed: with " + EXPECT + " " + HRW);
            }
        }
        return scheme;
    }

    /** The options of HRW that the user has set. */
    private List<OptionSpec> given() {
        if (spec == null) {
            return List.of();
        }
        Set<String> ofHrw = new HashSet<>(Set.of(HOT_KEYS));
        spec.mixins().values().stream()
                .filter(mixin -> mixin.userObject() instanceof TopologyOptions)
                .forEach(mixin -> mixin.options().forEach(option -> ofHrw.add(option.longestName())));
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> ofHrw.contains(option.longestName()))
                .toList();
    }

    private List<String> originals(String option) {
        return given().stream()
                .filter(known -> known.longestName().equals(option))
                .flatMap(known -> known.originalStringValues().stream())
                .toList();
    }

    private String header() {
        String name = clientHeader == null ? ClientIdHeader.NAME : clientHeader;
        if (name.isBlank()) {
            throw new BadInput(CLIENT_HEADER, "\"" + name + "\" is blank; allowed: the name of a header");
        }
        return name;
    }

    private HotKeys hotKeys() {
        @Nullable Path file = hotKeys;
        return file == null ? HotKeys.none() : BadInput.from(HOT_KEYS, () -> HotKeys.load(file));
    }

    private int verify(Request request) {
        Cluster cluster = clusterOptions.cluster("verify", "TOPIC");
        ScanPlan plan;
        try {
            plan = plan(cluster, request);
        } catch (InterruptException e) {
            return ExitCode.INTERRUPTED;
        }
        Topology topology =
                topologyOptions.topologyOf(topic, new TreeSet<>(plan.spans().keySet()));
        Rule rule = rule(topology, plan.partitions(), request);
        Writers writers = writers(rule, plan.partitions());
        Scan<Verifier> scan = scan(cluster, plan, rule, writers, request);
        ScanResult result = run(scan, plan, request);
        Tally tally = tally(rule, writers, request);
        scan.sinks().forEach(verifier -> tally.add(verifier.tally()));
        Verification verification =
                new Verification(plan, rule, writers, tally, result, expect != null || clientHeader != null);
        Console console = keystead.console();
        console.print(json ? VerifyJson.of(verification) : VerifyText.of(verification, console.color()));
        return exitCode(verification);
    }

    private ScanPlan plan(Cluster cluster, Request request) {
        try (KafkaConsumer<byte[], @Nullable Void> consumer = cluster.consumer()) {
            return ScanPlan.of(cluster, consumer, topic, request.start(), live);
        } catch (KafkaException e) {
            throw cluster.refusal(e);
        }
    }

    private Rule rule(Topology topology, int partitions, Request request) {
        Scheme scheme = request.scheme();
        if (scheme == null) {
            return BadInput.from(
                    "--candidates",
                    () -> new HrwRule(
                            topologyOptions.check(topology).withHotKeys(topic, request.hotKeys()), partitions));
        }
        int over = topology.candidates().size();
        if (!topology.equals(Topology.ofPartitions(over))) {
            throw new BadInput(
                    PARTITIONS,
                    "\"" + String.join(",", originals(PARTITIONS))
                            + "\" leaves out some of the first partitions, which " + EXPECT + " " + expect
                            + " cannot; allowed: how many its writers saw, such as " + over);
        }
        return new SchemeRule(scheme, over, partitions);
    }

    private Writers writers(Rule rule, int partitions) {
        Writers writers = Writers.of(rule.topology().orElseGet(() -> Topology.ofPartitions(partitions)), partitions);
        @Nullable AvroKeys keys = topologyOptions.avroKeys();
        return keys == null ? writers : writers.withEncoding(key -> keys.ofWire(key, 0, key.length, KeyHeaders.UNSEEN));
    }

    private static Tally tally(Rule rule, Writers writers, Request request) {
        return new Tally(rule, writers, request.windowBytes(), request.examples());
    }

    private static Scan<Verifier> scan(Cluster cluster, ScanPlan plan, Rule rule, Writers writers, Request request) {
        return new Scan<>(
                cluster,
                plan,
                new ScanLimits(request.maxRecords()),
                request.threads(),
                () -> new Verifier(request.clientHeader(), tally(rule, writers, request)),
                wrong -> String.format(Locale.ROOT, "%,d wrong", wrong));
    }

    private ScanResult run(Scan<Verifier> scan, ScanPlan plan, Request request) {
        try (Progress progress = Progress.steady(keystead.console(), "verify", plan.offsets())) {
            return scan.run(progress, request.longest());
        }
    }

    /** Once a wrong record was seen the check has failed, however the scan ended but by Ctrl-C, which has its own code. */
    private int exitCode(Verification verification) {
        Tally tally = verification.tally();
        ScanResult scan = verification.scan();
        if (scan.ending() == Ending.INTERRUPTED) {
            return ExitCode.INTERRUPTED;
        }
        BadInput failure = scan.failure();
        if (scan.ending() == Ending.GROWN) {
            failure = new BadInput(
                    "TOPIC",
                    "\"" + topic + "\" has got more partitions than the "
                            + verification.plan().partitions() + " that its records were held against; start again");
        }
        if (tally.wrong() > 0) {
            if (failure != null) {
                keystead.console().note("keystead verify: " + failure.getMessage());
            }
            return ExitCode.CHECK_FAILED;
        }
        if (failure != null) {
            throw failure;
        }
        if (tally.right() == 0) {
            nothingChecked(tally);
        }
        return ExitCode.OK;
    }

    /** Nothing to check is no error; keys that could not be checked are one, since who asked for it counts on it. */
    private void nothingChecked(Tally tally) {
        if (tally.tooShort() > 0) {
            throw new BadInput(
                    WINDOWED,
                    "\"" + windowed
                            + "\" is a window longer than each of the keys that were read, so nothing was checked;"
                            + " allowed: the kind of window that this topic's keys end with, or none");
        }
        String read = tally.records() == 0 ? "no record" : "no record with a key";
        keystead.console().note(read + " was read, so nothing was checked");
    }
}
