package io.keystead.cli.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.planner.placement.Scheme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** By a clock of its own. */
class OutagesTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final NavigableSet<Integer> ONE = new TreeSet<>(List.of(0));

    private final AtomicLong answers = new AtomicLong(7);
    private final List<String> notes = new ArrayList<>();
    private final Tally tally = new Tally(new Change(ONE, ONE, Map.of(), Scheme.named("hrw"), null));
    private final Outages outages = new Outages(answers::get, Duration.ofSeconds(5), tally, notes::add, 0);

    /** Looks every second from one to another. */
    private void look(int from, int to) {
        for (int second = from; second <= to; second++) {
            outages.look(second * SECOND);
        }
    }

    @Test
    void a_kafka_that_answers_now_and_then_is_there() {
        for (int second = 1; second < 60; second++) {
            if (second % 4 == 0) {
                answers.incrementAndGet();
            }
            outages.look(second * SECOND);
        }
        assertThat(notes).isEmpty();
        assertThat(tally.counts().outages()).isZero();
        assertThat(outages.secondsAway(60 * SECOND)).isEmpty();
    }

    @Test
    void one_that_gives_no_answer_is_told_of_once_counted_once_and_told_of_when_it_is_back() {
        look(1, 4);
        assertThat(outages.secondsAway(4 * SECOND)).isEmpty();
        look(5, 60);
        assertThat(notes)
                .containsExactly("Kafka has given no answer for 5.0 s, and is asked on; what comes as 0 is not known");
        assertThat(outages.secondsAway(60 * SECOND)).hasValue(60);
        answers.incrementAndGet();
        look(61, 64);
        assertThat(notes).hasSize(2).last().asString().startsWith("Kafka answers again after 61.0 s; ");
        assertThat(outages.secondsAway(64 * SECOND)).isEmpty();
        assertThat(tally.counts().outages()).isEqualTo(1);
        look(65, 70);
        assertThat(tally.counts().outages()).isEqualTo(2);
    }

    @Test
    void a_look_that_comes_late_while_kafka_is_away_does_not_shorten_the_outage() {
        look(1, 6);
        look(40, 40);
        assertThat(outages.secondsAway(40 * SECOND)).hasValue(40);
        answers.incrementAndGet();
        look(41, 41);
        assertThat(notes).hasSize(2).last().asString().startsWith("Kafka answers again after 41.0 s; ");
        assertThat(tally.counts().outages()).isEqualTo(1);
    }

    @Test
    void who_did_not_look_for_long_does_not_take_it_for_an_outage() {
        look(1, 4);
        look(100, 100);
        assertThat(notes).isEmpty();
        look(101, 101);
        assertThat(notes).hasSize(1);
    }
}
