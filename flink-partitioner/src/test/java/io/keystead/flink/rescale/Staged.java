package io.keystead.flink.rescale;

import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.JobGraph;

/** Runs a job in stages of different parallelism, each over its part of the events and ended while events flow. */
final class Staged {
    private final Cluster cluster;
    private final List<Integer> parallelisms;

    Staged(Cluster cluster, List<Integer> parallelisms) {
        this.cluster = cluster;
        this.parallelisms = parallelisms;
    }

    /** How a stage ends. */
    interface Ending {
        /**
         * Ends the job.
         *
         * @param end the first event that the gate holds back
         * @return where the next stage starts from
         */
        String end(JobID job, long end) throws Exception;
    }

    /** Runs all stages and compares what they put out with what is expected. */
    void run(Job job, String what, Ending ending) throws Exception {
        long count = job.events().count();
        long share = count / parallelisms.size();
        String from = null;
        for (int stage = 0; stage < parallelisms.size(); stage++) {
            int parallelism = parallelisms.get(stage);
            JobGraph graph = job.at(parallelism);
            JobID id = cluster.submit(graph, from);
            try {
                cluster.awaitRunning(id, parallelism);
                if (stage == parallelisms.size() - 1) {
                    job.finish(cluster, id);
                } else {
                    long end = share * (stage + 1);
                    Gate.open(end);
                    Cluster.until("the last third before event " + end, () -> Gate.next() > end - share / 3);
                    from = ending.end(id, end);
                }
            } catch (Exception | Error e) {
                cluster.abandon(id);
                throw e;
            }
            if (stage > 0) {
                Tally.rescale(Movement.of(parallelisms.get(stage - 1), parallelism));
            }
        }
        Tally.run(what, job.check());
    }
}
