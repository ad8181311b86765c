package io.keystead.cli.topic;

/** Why a scan ended. */
public enum Ending {
    /** Everything that was there at the start has been read. */
    END("all was read"),
    /** As many records as were asked for. */
    MAX_RECORDS("as many records as --max-records allows were read"),
    /** The time that was asked for is over. */
    TIME("the time is over"),
    /** Ctrl-C. */
    INTERRUPTED("interrupted"),
    /** The topic got more partitions, and with them another topology. */
    GROWN("the topic has grown"),
    /** Kafka did not go on. */
    FAILED("Kafka failed");

    private final String text;

    Ending(String text) {
        this.text = text;
    }

    /** In words. */
    public String text() {
        return text;
    }
}
