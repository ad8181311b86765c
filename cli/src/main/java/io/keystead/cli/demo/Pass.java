package io.keystead.cli.demo;

import java.util.Map;

/**
 * Every key written once.
 *
 * @param scheme whose topic it is
 * @param partitions how many the topic has meanwhile
 * @param properties of the producer, on top of those that all passes have in common
 */
record Pass(Scheme scheme, int partitions, Map<String, Object> properties) {
    String topic() {
        return scheme.topic();
    }

    @Override
    public String toString() {
        return topic() + " at " + partitions;
    }
}
