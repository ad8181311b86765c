package io.keystead.flink.rescale;

/** One event of the source, a POJO in Flink's sense. */
public class Event {
    public long index;
    public String key = "";
    public long value;
    /** Event time in milliseconds. */
    public long time;

    public Event() {}

    Event(long index, String key, long value, long time) {
        this.index = index;
        this.key = key;
        this.value = value;
        this.time = time;
    }

    @Override
    public String toString() {
        return "event " + index + " of " + key + " at " + time;
    }
}
