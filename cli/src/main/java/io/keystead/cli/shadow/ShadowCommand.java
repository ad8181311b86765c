package io.keystead.cli.shadow;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.KafkaLog;
import io.keystead.cli.Keystead;
import io.keystead.cli.Progress;
import io.keystead.cli.TopologyOptions;
import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.ClusterOptions;
import io.keystead.cli.topic.Ending;
import io.keystead.cli.topic.ScanPlan;
import io.keystead.cli.topic.Start;
import io.keystead.cli.topic.Times;
import io.keystead.hrw.text.TopologyText;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.Scheme;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code keystead shadow}: what a change of a topic's partitions would move, while the topic is written. */
@Command(
        name = "shadow",
        description =
                "Follow a topic and tell which records, bytes and keys would have another partition after a change, as they"
                        + " come. Joins no group, commits nothing, changes nothing.")
public final class ShadowCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final String ALGORITHM = "--algorithm";
    private static final String BASE = "--base";
    private static final String FROM = "--from";
    private static final String TO = "--to";
    private static final String TO_WEIGHTS = "--to-weights";

    private final Keystead keystead;

    @Option(names = "--topic", paramLabel = "TOPIC", required = true, description = "The topic.")
    private String topic = "";

    @Mixin
    private ClusterOptions clusterOptions = new ClusterOptions();

    @Option(
            names = FROM,
            paramLabel = "LIST",
            description =
                    "The partitions before the change: how many (12), or which (0-11,14); the topic's by default.")
    private @Nullable String from;

    @Option(names = TO, paramLabel = "LIST", description = "The partitions after it; they need not exist.")
    private @Nullable String to;

    @Option(
            names = TO_WEIGHTS,
            paramLabel = "LIST",
            description = "Their weights after it, such as 8-11:2.5; 1 for the rest, and for all before it.")
    private @Nullable String toWeights;

    @Option(
            names = ALGORITHM,
            paramLabel = "NAME",
            description = "What places keys after it: hrw (the default), or another that keystead plan knows.")
    private @Nullable String algorithm;

    @Option(
            names = BASE,
            paramLabel = "murmur2/N",
            description =
                    "Keys lay where Kafka's default partitioner put them, over partitions 0 to N-1, when hrw took over.")
    private @Nullable String base;

    @Option(
            names = "--today",
            paramLabel = "NAME",
            description =
                    "What writes the topic today, such as modulo (Kafka's default) or \"hrw murmur2/12\": count the"
                            + " records that lie elsewhere. Not counted by default.")
    private @Nullable String today;

    @Option(
            names = "--from-beginning",
            description = "Begin with the first record; else with what is written from now on.")
    private boolean fromBeginning;

    @Option(names = "--for", paramLabel = "DURATION", description = "Stop after this time, such as 90s or 2h.")
    private @Nullable String longest;

    @Option(names = "--interval", paramLabel = "DURATION", description = "How often to tell; 1s by default.")
    private String interval = "1s";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Answer Prometheus at http://HOST:PORT/metrics while it runs; port 0 for any that is free.")
    private @Nullable String listen;

    @Option(names = "--json", description = "Print a JSON object a line.")
    private boolean json;

    /**
     * The command.
     *
     * @param keystead what this is a command of
     */
    public ShadowCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    /** The options that can be read without Kafka. */
    private record Request(
            @Nullable NavigableSet<Integer> from,
            @Nullable NavigableSet<Integer> to,
            NavigableMap<Integer, Double> weights,
            Scheme scheme,
            @Nullable Scheme today,
            @Nullable Duration longest,
            Duration interval) {}

    @Override
    public Integer call() throws Exception {
        Request request = request();
        return KafkaLog.during(keystead, () -> shadow(request));
    }

    private Request request() {
        Duration every = Times.duration("--interval", interval);
        if (every.compareTo(SHORTEST) < 0) {
            throw new BadInput("--interval", "\"" + interval + "\" is too short; allowed: 100ms and more");
        }
        @Nullable String weights = toWeights;
        if (to == null && weights == null) {
            throw new BadInput("no change; allowed: " + TO + " 13, or " + TO_WEIGHTS + " 8-11:2.5");
        }
        return new Request(
                from == null ? null : TopologyOptions.partitions(FROM, from),
                to == null ? null : TopologyOptions.partitions(TO, to),
                weights == null
                        ? Collections.emptyNavigableMap()
                        : BadInput.from(TO_WEIGHTS, () -> TopologyText.weights(weights)),
                scheme(),
                today == null ? null : scheme("--today", today),
                longest == null ? null : Times.duration("--for", longest),
                every);
    }

    private Scheme scheme() {
        @Nullable String text = base;
        if (text == null) {
            return scheme(ALGORITHM, algorithm == null ? "hrw" : algorithm);
        }
        if (algorithm != null && !algorithm.equals("hrw")) {
            throw new BadInput(
                    BASE,
                    "\"" + text + "\" does not go with " + ALGORITHM + " " + algorithm + "; allowed: with " + ALGORITHM
                            + " hrw");
        }
        return scheme(BASE, text);
    }

    private static Scheme scheme(String option, String name) {
        Scheme scheme = BadInput.from(option, () -> Scheme.named(name));
        if (option.equals(BASE) && scheme.base().isEmpty()) {
            throw new BadInput(option, "\"" + name + "\" is not a base; allowed: murmur2/N");
        }
        if (scheme.guarantees().contains(Guarantee.BOUNDED_LOAD)) {
            throw new BadInput(
                    option,
                    "\"" + name
                            + "\" places a key by what came before it; allowed: an algorithm without bounded loads");
        }
        return scheme;
    }

    private int shadow(Request request) {
        Cluster cluster = clusterOptions.cluster("shadow", "--topic").committed();
        try (KafkaConsumer<byte[], @Nullable Void> consumer = cluster.consumer()) {
            Change change = change(request, partitions(cluster, consumer));
            return follow(request, cluster, consumer, change);
        } catch (InterruptException e) {
            return ExitCode.INTERRUPTED;
        } catch (KafkaException e) {
            throw cluster.refusal(e);
        }
    }

    private NavigableSet<Integer> partitions(Cluster cluster, KafkaConsumer<byte[], @Nullable Void> consumer) {
        // It asks for the ends of all partitions too, so that a topic that must not be read is refused at once.
        ScanPlan plan = ScanPlan.of(cluster, consumer, topic, new Start(Start.At.END, 0), true);
        return new TreeSet<>(plan.spans().keySet());
    }

    private Change change(Request request, NavigableSet<Integer> existing) {
        NavigableSet<Integer> before = request.from() == null ? existing : request.from();
        NavigableSet<Integer> after = request.to() == null ? before : request.to();
        for (int partition : request.weights().keySet()) {
            if (!after.contains(partition)) {
                throw new BadInput(
                        TO_WEIGHTS,
                        "partition " + partition + " is not there after the change; allowed: " + Change.list(after));
            }
        }
        // What is refused of other weights is so for them alone if it is not refused without.
        Change unweighted = BadInput.from(
                refused(request), () -> new Change(before, after, Map.of(), request.scheme(), request.today()));
        return request.weights().isEmpty()
                ? unweighted
                : BadInput.from(
                        TO_WEIGHTS,
                        () -> new Change(before, after, request.weights(), request.scheme(), request.today()));
    }

    /** The option that says partitions over which no keys can be placed, or by what they cannot. */
    private String refused(Request request) {
        if (request.to() != null) {
            return TO;
        }
        return request.from() != null ? FROM : base != null ? BASE : ALGORITHM;
    }

    private int follow(
            Request request, Cluster cluster, KafkaConsumer<byte[], @Nullable Void> consumer, Change change) {
        Console console = keystead.console();
        change.notes().forEach(console::note);
        Tally tally = new Tally(change);
        Clock clock = new Clock(tally);
        Follower.Followed followed;
        try (Endpoint endpoint = listen == null ? null : Endpoint.open(listen, tally);
                Progress progress = Progress.steady(console, "shadow", -1)) {
            if (endpoint != null) {
                console.note("metrics at " + endpoint.url());
            }
            followed = new Follower(cluster, topic, consumer, tally, Cluster.answers(consumer), console::note)
                    .follow(fromBeginning, request.longest(), request.interval(), () -> tell(clock.next(), progress));
        }
        Sight all = clock.next();
        Ending ending = followed.ending();
        console.print(
                json
                        ? ShadowJson.summary(topic, change, all, tally.flows(), ending)
                        : ShadowText.summary(topic, change, all, tally.flows(), ending));
        @Nullable BadInput failure = followed.failure();
        if (failure != null) {
            throw failure;
        }
        return ending == Ending.INTERRUPTED ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private void tell(Sight sight, Progress progress) {
        Console console = keystead.console();
        if (json) {
            console.print(ShadowJson.line(sight));
        } else if (console.progress()) {
            progress.now(ShadowText.brief(sight));
            progress.step(sight.last().records());
        } else {
            console.print(ShadowText.line(sight));
        }
    }

    /** Divides what a tally counts into intervals. */
    private static final class Clock {
        private final Tally tally;
        private final long start = System.nanoTime();
        private long last = start;
        private Counts before = Counts.NONE;

        Clock(Tally tally) {
            this.tally = tally;
        }

        Sight next() {
            long now = System.nanoTime();
            Counts all = tally.counts();
            Sight sight = new Sight(
                    (now - start) / 1e9,
                    Math.max(now - last, 1) / 1e9,
                    all.minus(before),
                    all,
                    tally.keys(),
                    tally.movedKeys());
            last = now;
            before = all;
            return sight;
        }
    }
}
