package io.keystead.flink.rescale;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs classes of tests in a JVM of its own, see {@link Child}; ends with 0 if there were tests and none failed. */
final class Suite {
    private Suite() {}

    /**
     * Runs the tests.
     *
     * @param arguments the tag of the tests to run, or {@code all}; names of classes
     */
    public static void main(String[] arguments) {
        List<Filter<?>> filters = new ArrayList<>(List.of(TagFilter.excludeTags("soak")));
        if (!arguments[0].equals("all")) {
            filters.add(TagFilter.includeTags(arguments[0]));
        }
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(arguments)
                                        .skip(1)
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .filters(filters.toArray(Filter[]::new))
                                .build(),
                        listener);
        long tests = listener.getSummary().getTestsStartedCount();
        long failures = listener.getSummary().getTotalFailureCount();
        listener.getSummary().printFailuresTo(new PrintWriter(System.out, true, Charset.defaultCharset()), 40);
        System.out.println(Tally.text() + "; " + tests + " tests, " + failures + " failed");
        // Flink leaves threads behind.
        System.exit(tests > 0 && failures == 0 ? 0 : 1);
    }
}
