package io.keystead.compat.broker;

import java.nio.file.Path;
import java.util.Optional;

/** Where a broker runs. */
public enum Kind {
    IN_PROCESS {
        @Override
        public Broker start(Path directory) throws Exception {
            return InProcess.start(1);
        }
    },
    OWN_PROCESS {
        @Override
        public Broker start(Path directory) throws Exception {
            return OwnProcess.start(directory);
        }
    },
    CONTAINER {
        @Override
        public Broker start(Path directory) throws Exception {
            return Container.start();
        }

        @Override
        public Optional<String> obstacle() {
            return Container.obstacle();
        }
    };

    /**
     * Starts one.
     *
     * @param directory for its data and settings, where it keeps any there
     */
    public abstract Broker start(Path directory) throws Exception;

    /** Why none of this kind can be started here; empty if one can. */
    public Optional<String> obstacle() {
        return Optional.empty();
    }
}
