package io.keystead.flink.rescale;

import static io.keystead.flink.rescale.WindowsFamily.COUNT;
import static io.keystead.flink.rescale.WindowsFamily.COUNTS;
import static io.keystead.flink.rescale.WindowsFamily.COUNT_SIZE;
import static io.keystead.flink.rescale.WindowsFamily.COUNT_SLIDE;
import static io.keystead.flink.rescale.WindowsFamily.GAP;
import static io.keystead.flink.rescale.WindowsFamily.KEPT;
import static io.keystead.flink.rescale.WindowsFamily.LATE;
import static io.keystead.flink.rescale.WindowsFamily.LATENESS;
import static io.keystead.flink.rescale.WindowsFamily.SESSIONS;
import static io.keystead.flink.rescale.WindowsFamily.SIZE;
import static io.keystead.flink.rescale.WindowsFamily.SLIDE;
import static io.keystead.flink.rescale.WindowsFamily.SLIDING;
import static io.keystead.flink.rescale.WindowsFamily.SLIDING_COUNTS;
import static io.keystead.flink.rescale.WindowsFamily.TRIGGERED;
import static io.keystead.flink.rescale.WindowsFamily.TUMBLING;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the windows put out, computed in one thread over the events in their order: Flink's documented semantics, without
 * Flink's code.
 */
final class WindowsOracle {
    private final Events events;
    private final Expected expected = new Expected();
    private final Map<String, OfKey> keys = new TreeMap<>();

    WindowsOracle(Events events) {
        this.events = events;
    }

    Expected expected() {
        for (long index = 0; index < events.count(); index++) {
            Event event = events.at(index);
            long watermark = Events.watermarkBefore(index);
            OfKey key = keys.computeIfAbsent(event.key, OfKey::new);
            key.advance(watermark);
            key.event(event, watermark);
        }
        keys.values().forEach(key -> key.advance(Long.MAX_VALUE));
        return expected;
    }

    /** The contents of one window, which ends before {@code end}. */
    private static final class Window {
        private final long start;
        private final List<Event> contents = new ArrayList<>();
        private long end;
        private long fired;
        private long seen;
        private boolean done;

        Window(long start, long end) {
            this.start = start;
            this.end = end;
        }
    }

    private final class OfKey {
        private final String key;
        private final Map<Long, Window> tumbling = new TreeMap<>();
        private final Map<Long, Window> sliding = new TreeMap<>();
        private final Map<Long, Window> triggered = new TreeMap<>();
        private final List<Event> counted = new ArrayList<>();
        private List<Window> sessions = new ArrayList<>();

        OfKey(String key) {
            this.key = key;
        }

        /** Fires what ends at or before the watermark, and forgets what can get no more events. */
        void advance(long watermark) {
            tumbling.values().removeIf(window -> {
                if (!window.done && window.end - 1 <= watermark) {
                    window.done = true;
                    fire(TUMBLING, window, WindowResults.sum(window.contents));
                }
                return watermark == Long.MAX_VALUE || window.end - 1 + LATENESS <= watermark;
            });
            sliding.values().removeIf(window -> {
                boolean ends = window.end - 1 <= watermark;
                if (ends) {
                    fire(SLIDING, window, slidingValue(window));
                }
                return ends;
            });
            triggered.values().removeIf(window -> {
                boolean ends = window.end - 1 <= watermark;
                if (ends) {
                    fireTriggered(window);
                }
                return ends;
            });
            sessions.removeIf(window -> {
                boolean ends = window.end - 1 <= watermark;
                if (ends) {
                    fire(SESSIONS, window, WindowResults.sum(window.contents));
                }
                return ends;
            });
        }

        void event(Event event, long watermark) {
            tumble(event, watermark);
            slide(event, watermark);
            join(event, watermark);
            trigger(event, watermark);
            counted.add(event);
            if (counted.size() % COUNT == 0) {
                count(COUNTS, counted.size() / COUNT - 1, COUNT);
            }
            if (counted.size() % COUNT_SLIDE == 0) {
                count(SLIDING_COUNTS, counted.size() / COUNT_SLIDE - 1, COUNT_SIZE);
            }
        }

        private void tumble(Event event, long watermark) {
            long start = event.time / SIZE * SIZE;
            if (start + SIZE - 1 + LATENESS <= watermark) {
                expected.add(LATE, key + "|" + event.index, event.value);
                return;
            }
            Window window = tumbling.computeIfAbsent(start, s -> new Window(s, s + SIZE));
            window.contents.add(event);
            if (start + SIZE - 1 <= watermark) {
                window.done = true;
                fire(TUMBLING, window, WindowResults.sum(window.contents));
            }
        }

        private void slide(Event event, long watermark) {
            long last = event.time / SLIDE * SLIDE;
            for (long start = last; start > event.time - SIZE; start -= SLIDE) {
                if (start + SIZE - 1 > watermark) {
                    sliding.computeIfAbsent(start, s -> new Window(s, s + SIZE))
                            .contents
                            .add(event);
                }
            }
        }

        private long slidingValue(Window window) {
            return AllStates.chain(
                    0, window.contents.stream().mapToLong(event -> event.value).sum());
        }

        private void join(Event event, long watermark) {
            long start = event.time;
            long end = event.time + GAP;
            List<Window> merged = new ArrayList<>();
            List<Window> others = new ArrayList<>();
            for (Window session : sessions) {
                boolean touches = session.start <= end && session.end >= start;
                (touches ? merged : others).add(session);
            }
            for (Window session : merged) {
                start = Math.min(start, session.start);
                end = Math.max(end, session.end);
            }
            if (end - 1 <= watermark) {
                return;
            }
            Window session = new Window(start, end);
            merged.forEach(part -> session.contents.addAll(part.contents));
            session.contents.add(event);
            others.add(session);
            sessions = others;
        }

        private void trigger(Event event, long watermark) {
            long start = event.time / SIZE * SIZE;
            if (start + SIZE - 1 <= watermark) {
                return;
            }
            Window window = triggered.computeIfAbsent(start, s -> new Window(s, s + SIZE));
            window.contents.add(event);
            window.seen++;
            if (window.seen % 3 == 0) {
                fireTriggered(window);
            }
        }

        private void fireTriggered(Window window) {
            Iterator<Event> oldest = window.contents.iterator();
            for (int surplus = window.contents.size() - KEPT; surplus > 0; surplus--) {
                oldest.next();
                oldest.remove();
            }
            fire(TRIGGERED, window, WindowResults.chain(window.contents));
        }

        private void fire(String operator, Window window, long value) {
            expected.add(operator, key + "|" + window.start + "-" + window.end + "|" + window.fired, value);
            window.fired++;
        }

        private void count(String operator, long ordinal, int last) {
            List<Event> contents = counted.subList(Math.max(0, counted.size() - last), counted.size());
            expected.add(operator, key + "|" + ordinal, WindowResults.chain(contents));
        }
    }
}
