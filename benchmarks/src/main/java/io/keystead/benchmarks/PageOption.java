package io.keystead.benchmarks;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --write} of a program that measures: the page on which its report also goes. Not thread-safe. */
public final class PageOption {
    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Also put the report between the markers of this page.")
    private @Nullable Path page;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec program;

    /** For a command, which mixes it in. */
    public PageOption() {}

    /**
     * The section of the page that the program writes, to be looked for before it measures; empty if no page is given.
     *
     * @throws ParameterException if the page cannot be read or has no such section
     */
    public Optional<MarkedSection> section() {
        Path file = page;
        if (file == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(MarkedSection.in(file, program.name()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(program.commandLine(), "--write " + e.getMessage());
        }
    }
}
