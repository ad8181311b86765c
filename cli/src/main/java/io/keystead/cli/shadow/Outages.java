package io.keystead.cli.shadow;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Notices that no broker answers any more. Kafka's client goes on asking without a word, and a topic that nobody can read looks
 * like one that nobody writes. Not thread-safe.
 */
final class Outages {
    /** Who did not look for longer than this was held up himself, and does not know who answered meanwhile. */
    private static final long HELD_UP = Duration.ofSeconds(2).toNanos();

    private final LongSupplier answers;
    private final Duration patience;
    private final Tally tally;
    private final Consumer<String> note;
    private long seen;
    /** When the last answer was seen, and when somebody last looked. */
    private long answered;

    private long looked;
    private boolean away;

    /**
     * One that begins to look.
     *
     * @param answers how many answers have come so far
     * @param patience after how long without one Kafka counts as away
     * @param tally counts the outages
     * @param note is told of them, in the looking thread
     * @param now the time, of {@link System#nanoTime()}
     */
    Outages(LongSupplier answers, Duration patience, Tally tally, Consumer<String> note, long now) {
        this.answers = answers;
        this.patience = patience;
        this.tally = tally;
        this.note = note;
        this.seen = answers.getAsLong();
        this.answered = now;
        this.looked = now;
    }

    /** Looks; to be called again and again. */
    void look(long now) {
        long count = answers.getAsLong();
        if (count != seen) {
            if (away) {
                note.accept(String.format(
                        Locale.ROOT,
                        "Kafka answers again after %.1f s; what it has kept of them is read now",
                        (now - answered) / 1e9));
            }
            away = false;
            seen = count;
            answered = now;
        } else if (!away && now - looked > HELD_UP) {
            answered += now - looked;
        } else if (!away && now - answered >= patience.toNanos()) {
            away = true;
            tally.addOutage();
            note.accept(String.format(
                    Locale.ROOT,
                    "Kafka has given no answer for %.1f s, and is asked on; what comes as 0 is not known",
                    (now - answered) / 1e9));
        }
        looked = now;
    }

    /** For how many seconds Kafka is away; empty while it answers. */
    OptionalDouble secondsAway(long now) {
        return away ? OptionalDouble.of((now - answered) / 1e9) : OptionalDouble.empty();
    }
}
