package io.keystead.kafka.topology;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The keys that are spread over several of their best-ranked candidates because one cannot carry them, by topic.
 *
 * <p>A key with fan-out k may be on any of the first k of its rank ({@link Placement#top}), and on no other; where fewer
 * are active, on any of them. Whoever has the same file and the same topology computes the same set: the producer that
 * spreads, a reader that gathers, a tool that checks. What is given up is the order of such a key's records; all other
 * keys keep their owner.
 *
 * <p>The file has one line a key, of four columns: the fan-out (2 or above), the topic or {@code *} for every topic
 * without a line of its own for that key, the format of the key ({@link io.keystead.hrw.text.KeyFormat}), and the key to
 * the end of the line. Blank lines and lines that begin with {@code #} say nothing. At most 1,000 lines list a
 * key, and the file has at most 1 MiB.
 *
 * <pre>{@code
 * # fan-out topic format key
 * 4 orders string customer 17
 * 8 *      hex    000000000000002a
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class HotKeys {
    /** In place of a topic: all. */
    static final String EVERY_TOPIC = "*";

    /** What a key that is not listed has. */
    public static final int NOT_LISTED = 1;

    private static final HotKeys NONE = new HotKeys(Map.of());

    private final Map<String, Map<ByteBuffer, HotKey>> byTopic;

    /** @param byTopic by topic or {@value #EVERY_TOPIC}; not copied */
    HotKeys(Map<String, Map<ByteBuffer, HotKey>> byTopic) {
        this.byTopic = byTopic;
    }

    /** No key is spread. */
    public static HotKeys none() {
        return NONE;
    }

    /**
     * Reads a file, once: what is changed in it later is not seen.
     *
     * @throws IllegalArgumentException if it cannot be read or a line is wrong; one line that names the file, the line,
     *     the value and what is allowed
     */
    public static HotKeys load(Path file) {
        return HotKeysFile.read(file);
    }

    /** Over how many candidates the key is spread in this topic, or {@value #NOT_LISTED}. */
    public int fanOut(String topic, byte[] key) {
        if (byTopic.isEmpty()) {
            return NOT_LISTED;
        }
        ByteBuffer wrapped = ByteBuffer.wrap(key);
        HotKey listed = of(topic).get(wrapped);
        if (listed == null) {
            listed = of(EVERY_TOPIC).get(wrapped);
        }
        return listed == null ? NOT_LISTED : listed.fanOut();
    }

    /**
     * The candidates on which the key's records may be, the owner first; the owner alone where the key is not listed.
     *
     * @param placement of that topic
     */
    public List<Candidate> candidates(String topic, byte[] key, Placement placement) {
        return placement.top(key, fanOut(topic, key)).stream()
                .map(Bid::candidate)
                .collect(Collectors.toUnmodifiableList());
    }

    /** The keys that are spread in this topic. */
    public Collection<HotKey> listed(String topic) {
        Map<ByteBuffer, HotKey> listed = new LinkedHashMap<>(of(EVERY_TOPIC));
        listed.putAll(of(topic));
        return Collections.unmodifiableCollection(listed.values());
    }

    private Map<ByteBuffer, HotKey> of(String topic) {
        return byTopic.getOrDefault(topic, Map.of());
    }
}
