package io.keystead.cli.shadow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import io.keystead.planner.placement.Scheme;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/metrics.md has what a shadow shows to Prometheus; with -Dkeystead.docs.write=true this test writes it. */
class ShadowMetricsReferenceTest {
    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)\n# TYPE \\S+ (\\S+)\n");

    @Test
    void thePageHasEveryMetricThatAShadowShows() throws Exception {
        String shown = shown();
        MarkdownTable table = new MarkdownTable("metric", "type", "labels", "meaning");
        for (MatchResult metric : HELP.matcher(shown).results().toList()) {
            table.row("`" + metric.group(1) + "`", metric.group(3), labels(shown, metric.group(1)), metric.group(2));
        }
        new ReferencePage("metrics.md", ShadowMetricsReferenceTest.class).checkPart("shadow", table.toString());
    }

    private static String labels(String shown, String metric) {
        return Pattern.compile("^" + metric + "\\{(\\w+)=", Pattern.MULTILINE)
                .matcher(shown)
                .results()
                .map(label -> "`" + label.group(1) + "`")
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining(", "));
    }

    private static NavigableSet<Integer> first(int count) {
        return new TreeSet<>(IntStream.range(0, count).boxed().toList());
    }

    private static String shown() throws IOException, InterruptedException {
        Tally tally =
                new Tally(new Change(first(2), first(3), Map.of(), Scheme.named("murmur2/2"), Scheme.named("modulo")));
        for (int i = 0; i < 100; i++) {
            tally.add(("order-" + i).getBytes(UTF_8), 0, 10);
        }
        try (Endpoint endpoint = Endpoint.open("127.0.0.1:0", tally)) {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(endpoint.url())).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
