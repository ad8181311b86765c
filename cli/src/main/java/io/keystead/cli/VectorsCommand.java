package io.keystead.cli;

import picocli.CommandLine.Command;

/** {@code keystead vectors}: golden vectors of the protocol. */
@Command(
        name = "vectors",
        description = "Work with golden vectors of the protocol.",
        synopsisSubcommandLabel = "COMMAND")
final class VectorsCommand {}
