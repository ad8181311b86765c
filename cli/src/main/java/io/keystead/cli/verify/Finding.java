package io.keystead.cli.verify;

import java.util.List;

/**
 * What a sample tells of who wrote it.
 *
 * @param keys how many different keys, a key once for each partition that it lies on, were looked into
 * @param needed how many it takes to tell anything; {@link Integer#MAX_VALUE} where none suffice
 * @param parts the writers, the first of them the one that accounts for the most
 * @param rest the share of records that no part accounts for; 1 where there is no part
 */
record Finding(Told told, int keys, int needed, List<Part> parts, double rest) {
    enum Told {
        /** One writer accounts for every key. */
        ONE_WRITER,
        /** Several do, or one with exceptions. */
        MIXTURE,
        /** There are fewer keys than it takes. */
        TOO_FEW,
        /** There would be enough, and no writer that is known here accounts for more than chance does. */
        NONE
    }

    /**
     * What one writer has written.
     *
     * @param anyOf what the writer may be, which these records do not tell apart; the likeliest first
     * @param share its share of the keys, about
     */
    record Part(List<String> anyOf, double share) {}
}
