package io.keystead.cli.shadow;

/**
 * What a shadow has seen up to a moment.
 *
 * @param seconds how long it has looked
 * @param interval how many seconds the last interval had, above 0
 * @param last what came in it
 * @param all what came in all
 * @param keys about how many different keys
 * @param movedKeys about how many of them move
 */
record Sight(double seconds, double interval, Counts last, Counts all, long keys, long movedKeys) {}
