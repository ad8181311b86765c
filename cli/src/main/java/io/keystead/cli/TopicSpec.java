package io.keystead.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A topic to be created, as {@code name:partitions}. */
record TopicSpec(String name, int partitions) {
    private static final int MAX_PARTITIONS = 10_000;
    private static final Pattern SPEC = Pattern.compile("(?!\\.{1,2}:)([a-zA-Z0-9._-]{1,249}):(\\d{1,5})");

    /** @throws BadInput if the text is not of that form or Kafka would refuse the name */
    static TopicSpec parse(String option, String text) {
        Matcher matcher = SPEC.matcher(text);
        if (matcher.matches()) {
            int partitions = Integer.parseInt(matcher.group(2));
            if (partitions >= 1 && partitions <= MAX_PARTITIONS) {
                return new TopicSpec(matcher.group(1), partitions);
            }
        }
        throw new BadInput(
                option,
                "\"" + text
                        + "\" is not a topic; allowed: name:partitions such as orders:12, the name of letters, digits,"
                        + " '.', '_' and '-', 1 to " + MAX_PARTITIONS + " partitions");
    }
}
