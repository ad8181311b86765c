package com.example.cache;

import io.keystead.flink.HrwStreams;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A Flink job whose subtasks remember products outside of Flink's state, run with 4 subtasks and again with 5, by Flink's own
 * keyBy or by HrwStreams.keyBy. Every product is viewed once in each run.
 */
final class SubtaskCaches {
    private static final int BEFORE = 4;

    /**
     * By job and subtask. They outlive the job as a cache in the process of a TaskManager does, a file beside it, or a shard of a
     * cache server for each subtask.
     */
    private static final Map<String, ProductCache> CACHES = new ConcurrentHashMap<>();

    private SubtaskCaches() {}

    /** The job with HrwStreams.keyBy. */
    static HitRate hrw() throws Exception {
        return hitRate("hrw", views -> HrwStreams.keyBy(views, PRODUCT).map(new Look("hrw")));
    }

    /** The job with Flink's own keyBy. */
    static HitRate flink() throws Exception {
        return hitRate("flink", views -> views.keyBy(PRODUCT).map(new Look("flink")));
    }

    private static final KeySelector<String, String> PRODUCT = product -> product;

    private interface Lookup {
        DataStream<String> in(DataStream<String> views);
    }

    private static HitRate hitRate(String job, Lookup lookup) throws Exception {
        run(BEFORE, lookup);
        CACHES.values().forEach(ProductCache::count);
        run(BEFORE + 1, lookup);
        return HitRate.of(CACHES.entrySet().stream()
                .filter(cache -> cache.getKey().startsWith(job + " "))
                .map(Map.Entry::getValue)
                .toList());
    }

    private static void run(int parallelism, Lookup lookup) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(parallelism);
        lookup.in(environment.fromData(Products.all())).sinkTo(new DiscardingSink<>());
        environment.execute();
    }

    private static final class Look extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1;

        private final String job;

        Look(String job) {
            this.job = job;
        }

        @Override
        public String map(String product) {
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            return CACHES.computeIfAbsent(job + " " + subtask, key -> new ProductCache())
                    .look(product);
        }
    }
}
