package io.keystead.flink.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the attempts of a {@link DeployedJob} wrote, held against what they should have seen. */
final class Notes {
    private final Path directory;
    private final Map<String, Integer> subtasks = new HashMap<>();
    private final Map<String, BitSet> counts = new HashMap<>();

    Notes(Path directory) {
        this.directory = directory;
    }

    /** The files of all attempts so far. */
    List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** How many bytes there are so far. */
    long size() throws IOException {
        long size = 0;
        for (Path file : files()) {
            size += Files.size(file);
        }
        return size;
    }

    /** The process of an attempt. */
    static long pid(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    }

    /** Reads all and checks each line by itself: a key's sum follows from its count, and its subtask is always the same. */
    Notes checked() throws IOException {
        for (Path file : files()) {
            Files.readAllLines(file).forEach(this::check);
        }
        return this;
    }

    private void check(String line) {
        String[] words = line.split(" ", 4);
        String key = words[0];
        long count = Long.parseLong(words[1]);
        long first = Long.parseLong(key.substring(key.lastIndexOf('-') + 1));
        long sum = count * first + DeployedJob.KEYS * count * (count - 1) / 2;
        if (Long.parseLong(words[2]) != sum) {
            fail("%s: the sum of the first %s numbers of that key is %s", line, count, sum);
        }
        int subtask = Integer.parseInt(words[3]);
        Integer other = subtasks.put(key, subtask);
        if (other != null && other != subtask) {
            fail("%s: the key was at subtask %s before", line, other);
        }
        counts.computeIfAbsent(key, k -> new BitSet()).set((int) count);
    }

    /** The subtask of each key. */
    Map<String, Integer> subtasks() {
        return subtasks;
    }

    /** That these and the earlier notes count each key's numbers from the first to the last, and no further. */
    void assertComplete(Notes earlier, int events) {
        assertThat(counts).hasSize(DeployedJob.KEYS);
        counts.forEach((key, seen) -> {
            seen.or(earlier.counts.getOrDefault(key, new BitSet()));
            BitSet all = new BitSet();
            all.set(1, events / DeployedJob.KEYS + 1);
            assertThat(seen).as("counts of %s", key).isEqualTo(all);
        });
    }
}
