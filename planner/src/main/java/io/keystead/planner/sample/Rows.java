package io.keystead.planner.sample;

/**
 * What a file was found to hold.
 *
 * @param format its format
 * @param good how many rows had a key
 * @param bad those that had none that could be read
 * @param sized whether it tells bytes
 * @param counted whether it tells how many records a row stands for
 */
public record Rows(KeyFileFormat format, long good, BadRows bad, boolean sized, boolean counted) {}
