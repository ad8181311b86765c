package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import org.jspecify.annotations.Nullable;

/**
 * What a scan has come to, beside what its sinks have taken.
 *
 * @param seconds how long it took
 * @param cpuSeconds how much of the processor its reading threads took
 * @param threads how many those were
 * @param failure why it could not go on, if so
 */
public record ScanResult(
        Ending ending,
        double seconds,
        double cpuSeconds,
        int threads,
        @Nullable BadInput failure) {}
