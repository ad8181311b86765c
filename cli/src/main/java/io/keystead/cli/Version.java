package io.keystead.cli;

import io.keystead.hrw.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version of the jar, the protocol and the Java that runs it. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        // Classes outside a jar have no manifest.
        return new String[] {
            "keystead " + (version == null ? "development" : version) + ", protocol " + Topology.ALGORITHM + ", Java "
                    + Runtime.version()
        };
    }
}
