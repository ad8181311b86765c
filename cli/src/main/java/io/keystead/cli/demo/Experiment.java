package io.keystead.cli.demo;

import io.keystead.cli.Progress;
import io.keystead.sandbox.Topics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs every pass of every scheme on a Kafka and tells what the consumer saw. */
final class Experiment {
    private final String bootstrapServers;
    private final Growth growth;
    private final KeySet keys;
    private final Payload payload;

    /** @param bootstrapServers of a Kafka that has none of the topics of {@link Scheme} */
    Experiment(String bootstrapServers, Growth growth, KeySet keys, Payload payload) {
        this.bootstrapServers = bootstrapServers;
        this.growth = growth;
        this.keys = keys;
        this.payload = payload;
    }

    /** How many steps {@link #run} tells the progress of: each key is written and read in each pass. */
    static long steps(Growth growth, KeySet keys) {
        long passes = 0;
        for (Scheme scheme : Scheme.values()) {
            passes += scheme.passes(growth).size();
        }
        return 2 * passes * keys.size();
    }

    /**
     * For each scheme what was seen in each of its passes.
     *
     * @throws InterruptedException if the thread is interrupted; Kafka's clients may throw their own kind
     */
    Map<Scheme, List<Sighting>> run(Progress progress) throws InterruptedException {
        Map<Scheme, List<Sighting>> seen = new EnumMap<>(Scheme.class);
        KeyWriter writer = new KeyWriter(bootstrapServers, keys, payload);
        try (Topics topics = new Topics(bootstrapServers);
                KeyReader reader = new KeyReader(bootstrapServers, keys, payload)) {
            for (Scheme scheme : Scheme.values()) {
                List<Sighting> sightings = new ArrayList<>();
                int partitions = 0;
                for (Pass pass : scheme.passes(growth)) {
                    progress.now(pass.toString());
                    make(pass, partitions, topics);
                    partitions = pass.partitions();
                    writer.write(pass, progress);
                    sightings.add(reader.read(pass, progress));
                }
                seen.put(scheme, sightings);
            }
        }
        return seen;
    }

    private static void make(Pass pass, int partitions, Topics topics) throws InterruptedException {
        if (partitions == 0) {
            topics.create(pass.topic(), pass.partitions(), 1);
        } else if (partitions < pass.partitions()) {
            topics.grow(pass.topic(), pass.partitions());
        }
    }
}
