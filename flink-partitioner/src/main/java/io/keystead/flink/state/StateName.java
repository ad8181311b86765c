package io.keystead.flink.state;

import io.keystead.flink.slots.SlotRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of one subtask's keyed state in a checkpoint, which says what the file holds and who wrote it:
 * {@code keystead-slots/1/FORMAT/SLOTS/PARALLELISM/SUBTASK/RULE}.
 *
 * <p>Immutable and thread-safe.
 */
public final class StateName {
    private static final String PREFIX = "keystead-slots/";
    private static final String VERSION = "1";

    /** How the bytes of a file are laid out; Flink restores the two differently. */
    public enum Format {
        /** The format of the state backend's own checkpoints. */
        BACKEND,
        /** The format of canonical savepoints, the same for all state backends. */
        CANONICAL
    }

    private final Format format;
    private final int slots;
    private final int parallelism;
    private final int subtask;
    private final SlotRule rule;

    /**
     * @param format of the file
     * @param slots of the job, 1 to 32768
     * @param parallelism of the operator that wrote the file
     * @param subtask the one that wrote it, from 0 on
     * @param rule by which that subtask owned its slots
     */
    public StateName(Format format, int slots, int parallelism, int subtask, SlotRule rule) {
        this.format = format;
        this.slots = slots;
        this.parallelism = parallelism;
        this.subtask = subtask;
        this.rule = rule;
    }

    public Format format() {
        return format;
    }

    public int slots() {
        return slots;
    }

    public int parallelism() {
        return parallelism;
    }

    public int subtask() {
        return subtask;
    }

    public SlotRule rule() {
        return rule;
    }

    /**
     * Reads a state's name.
     *
     * @return empty if the name is not of this kind
     * @throws IllegalStateException if it is of this kind, but of a later version or damaged
     */
    public static Optional<StateName> parse(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String[] parts = name.split("/", 7);
        if (parts.length < 2 || !parts[1].equals(VERSION)) {
            throw new IllegalStateException("the state \"" + name + "\" was written by another version of Keystead;"
                    + " allowed: version " + VERSION);
        }
        StateName parsed = read(parts);
        if (parsed == null) {
            throw new IllegalStateException("the state's name \"" + name + "\" is damaged; allowed: " + PREFIX + VERSION
                    + "/FORMAT/SLOTS/PARALLELISM/SUBTASK/RULE");
        }
        return Optional.of(parsed);
    }

    private static @Nullable StateName read(String[] parts) {
        if (parts.length != 7) {
            return null;
        }
        try {
            StateName name = new StateName(
                    Format.valueOf(parts[2]),
                    Integer.parseInt(parts[3]),
                    Integer.parseInt(parts[4]),
                    Integer.parseInt(parts[5]),
                    SlotRule.parse(parts[6]));
            boolean sane = name.slots >= 1 && name.subtask >= 0 && name.subtask < name.parallelism;
            return sane ? name : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return PREFIX + VERSION + "/" + format + "/" + slots + "/" + parallelism + "/" + subtask + "/" + rule;
    }
}
