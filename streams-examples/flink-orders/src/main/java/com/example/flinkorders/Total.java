package com.example.flinkorders;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an order came to after one more event, and where in the job it was added up.
 *
 * @param id of the order, the key
 * @param events of the order so far
 * @param cents their sum
 * @param subtask that has the order's state, from 0
 * @param parallelism how many subtasks there were
 */
public record Total(String id, long events, long cents, int subtask, int parallelism) {
    private static final Pattern TEXT = Pattern.compile("(\\d+) (\\d+) (\\d+)/(\\d+)");

    /** The value of its record: {@code events cents subtask/parallelism}. */
    String text() {
        return events + " " + cents + " " + subtask + "/" + parallelism;
    }

    static Total parse(String id, String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("the total of " + id + ": \"" + text + "\"");
        }
        return new Total(
                id,
                Long.parseLong(parts.group(1)),
                Long.parseLong(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)));
    }
}
